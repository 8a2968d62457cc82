import { type ReactNode, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../ui/button.tsx";
import { DashboardIcon } from "../../ui/dashboard-icon.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { api } from "../../features/accounts/session.ts";
import { lessonKinds, maxLength } from "../../features/lessons/policy.ts";
import { kindIcons } from "./curriculum-badges.tsx";
import { type Section, refetchCurriculum } from "./curriculum-query.ts";

const checkTitle = (title: string): string | undefined =>
  title.trim() === "" ? "Give it a title" : undefined;

/** Opens below its button, takes the focus, and returns it. */
function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  return { isOpen, open: () => setOpen(true), opener, close };
}

export function AddSection({
  classId,
  isFirst,
}: {
  readonly classId: string;
  readonly isFirst: boolean;
}): ReactNode {
  const { isOpen, open, opener, close } = useOpening();
  const name = `section-title-${useId()}`;
  const { form, errors, isBusy, failure } = useForm(
    [name],
    (values) => ({ [name]: checkTitle(values[name] ?? "") }),
    async (values) => {
      await api("POST /curriculum/{classId}/sections", {
        params: { classId },
        body: { title: values[name] ?? "" },
      });
      await refetchCurriculum(classId);
      close();
    },
  );
  if (!isOpen)
    return (
      <div className={isFirst ? "tree-start" : "tree-add"}>
        {isFirst && (
          <p>
            There are no lessons yet. Start with a section, such as “First steps”, then add lessons to it.
          </p>
        )}
        <Button look={isFirst ? "solid" : "quiet"} ref={opener} onClick={open}>
          <DashboardIcon name="plus" />
          Add a section
        </Button>
      </div>
    );
  return (
    <form {...form} className="tree-form panel" aria-label="New section">
      <TextField
        label="Title of the section"
        name={name}
        autoComplete="off"
        maxLength={maxLength.title}
        error={errors[name]}
        // The form was just opened by its button.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <FormError>{failure}</FormError>
      <div className="tree-form-actions">
        <Button type="submit" size="small" busy={isBusy && "Adding …"}>
          Add section
        </Button>
        <Button look="quiet" size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export function AddLesson({
  classId,
  section,
}: {
  readonly classId: string;
  readonly section: Section;
}): ReactNode {
  const { isOpen, open, opener, close } = useOpening();
  const [, setSearch] = useSearchParams();
  const name = `lesson-title-${useId()}`;
  const [kind, setKind] = useState<(typeof lessonKinds)[number]>("video");
  const { form, errors, isBusy, failure } = useForm(
    [name],
    (values) => ({ [name]: checkTitle(values[name] ?? "") }),
    async (values) => {
      const { insertedId } = await api("POST /curriculum/{classId}/section/{id}/lessons", {
        params: { classId, id: section._id },
        body: { kind, title: values[name] ?? "" },
      });
      await refetchCurriculum(classId);
      close();
      setSearch({ lesson: insertedId }, { preventScrollReset: true });
    },
  );
  if (!isOpen)
    return (
      <button type="button" className="tree-add-lesson" ref={opener} onClick={open}>
        <DashboardIcon name="plus" />
        Add a lesson
        <span className="visually-hidden"> to {section.title}</span>
      </button>
    );
  return (
    <form {...form} className="tree-form" aria-label={`New lesson in ${section.title}`}>
      <fieldset className="tree-kinds">
        <legend>Kind</legend>
        {lessonKinds.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`${name}-kind`}
              checked={kind === each}
              onChange={() => setKind(each)}
            />
            {kindIcons[each].word}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Title of the lesson"
        name={name}
        autoComplete="off"
        maxLength={maxLength.title}
        error={errors[name]}
        // The form was just opened by its button.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <FormError>{failure}</FormError>
      <div className="tree-form-actions">
        <Button type="submit" size="small" busy={isBusy && "Adding …"}>
          Add lesson
        </Button>
        <Button look="quiet" size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
