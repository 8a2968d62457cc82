import { type ReactNode, useId, useState } from "react";
import { failureText } from "../../../../ui/connection.ts";
import { FormError } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { type EditedLesson, refetchCurriculum } from "./curriculum-query.ts";

interface SwitchesProps {
  readonly classId: string;
  readonly lesson: EditedLesson;
}

/** Apply at once, even to a published lesson. */
export function LessonSwitches({ classId, lesson: { _id, isPreview, isRequired } }: SwitchesProps) {
  const [problem, setProblem] = useState<string>();
  const set = async (change: { isPreview?: boolean; isRequired?: boolean }): Promise<void> => {
    setProblem(undefined);
    try {
      await api("PATCH /curriculum/{classId}/lesson/{id}", { params: { classId, id: _id }, body: change });
    } catch (error) {
      setProblem(failureText(error));
    }
    await refetchCurriculum();
  };
  return (
    <fieldset className="stack is-tight lesson-switches">
      <legend className="field-label">In the class</legend>
      <Switch label="Free preview" isOn={isPreview} onSet={(next) => set({ isPreview: next })}>
        Once published, anyone can open it on the class page.
      </Switch>
      <Switch label="Counts toward finishing" isOn={isRequired} onSet={(next) => set({ isRequired: next })}>
        Required to reach 100%.
      </Switch>
      <FormError>{problem}</FormError>
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSet: (next: boolean) => Promise<void>;
  readonly children: ReactNode;
}

export function Switch({ label, isOn, onSet, children }: SwitchProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  return (
    <div className="lesson-switch">
      <input
        type="checkbox"
        id={id}
        aria-describedby={`${id}-hint`}
        checked={chosen ?? isOn}
        onChange={({ target }) => {
          setChosen(target.checked);
          void onSet(target.checked).finally(() => setChosen(undefined));
        }}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p className="field-hint" id={`${id}-hint`}>
          {children}
        </p>
      </div>
    </div>
  );
}
