import { type ReactNode, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { api } from "../../../../access/session.ts";
import { lessonKinds, maxLength } from "../policy.ts";
import { kindIcons } from "./curriculum-badges.tsx";
import { type Section, refetchCurriculum } from "./curriculum-query.ts";

function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => {
      // Whoever went on while it was saved keeps the focus.
      if (document.activeElement === document.body) opener.current?.focus();
    });
  };
  return { isOpen, open: () => setOpen(true), opener, close };
}

export function AddSection({ classId, isFirst }: { readonly classId: string; readonly isFirst: boolean }) {
  const { isOpen, open, opener, close } = useOpening();
  const add = async (title: string): Promise<void> => {
    await api("POST /curriculum/{classId}/sections", { params: { classId }, body: { title } });
    await refetchCurriculum();
    close();
  };
  if (isOpen)
    return <TitleForm what="section" label="New section" look="panel" onAdd={add} onCancel={close} />;
  return (
    <div className={isFirst ? "stack is-start tree-start" : "tree-add"}>
      {isFirst && (
        <p>There are no lessons yet. Start with a section, such as “First steps”, then add lessons to it.</p>
      )}
      <Button look={isFirst ? "solid" : "quiet"} ref={opener} onClick={open}>
        <DashboardIcon name="plus" />
        Add a section
      </Button>
    </div>
  );
}

export function AddLesson({ classId, section }: { readonly classId: string; readonly section: Section }) {
  const { isOpen, open, opener, close } = useOpening();
  const [, setSearch] = useSearchParams();
  const kindName = useId();
  const [kind, setKind] = useState<(typeof lessonKinds)[number]>("video");
  const add = async (title: string): Promise<void> => {
    const { href } = location;
    const { insertedId } = await api("POST /curriculum/{classId}/section/{id}/lessons", {
      params: { classId, id: section._id },
      body: { kind, title },
    });
    await refetchCurriculum();
    close();
    // They may be elsewhere by the time of a late answer.
    if (location.href === href) setSearch({ lesson: insertedId }, { preventScrollReset: true });
  };
  if (!isOpen)
    return (
      <button type="button" className="pressable tree-add-lesson" ref={opener} onClick={open}>
        <DashboardIcon name="plus" />
        Add a lesson
        <span className="visually-hidden"> to {section.title}</span>
      </button>
    );
  return (
    <TitleForm what="lesson" label={`New lesson in ${section.title}`} onAdd={add} onCancel={close}>
      <fieldset className="cluster tree-kinds">
        <legend>Kind</legend>
        {lessonKinds.map((each) => (
          <label key={each}>
            <input type="radio" name={kindName} checked={kind === each} onChange={() => setKind(each)} />
            {kindIcons[each].word}
          </label>
        ))}
      </fieldset>
    </TitleForm>
  );
}

interface TitleFormProps {
  readonly what: "section" | "lesson";
  readonly label: string;
  readonly look?: string;
  readonly onAdd: (title: string) => Promise<void>;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

function TitleForm({ what, label, look = "", onAdd, onCancel, children }: TitleFormProps) {
  const id = useId();
  const { form, errors, isBusy, failure } = useForm(
    ["title"],
    ({ title }) => (title.trim() === "" ? { title: "Give it a title" } : {}),
    ({ title }) =>
      onAdd(title).catch((error: unknown) => {
        // It may be there, and only the answer was lost.
        void refetchCurriculum();
        throw error;
      }),
  );
  return (
    <form {...form} className={`stack is-close tree-form ${look}`} aria-label={label}>
      {children}
      <TextField
        label={`Title of the ${what}`}
        id={id}
        name="title"
        autoComplete="off"
        maxLength={maxLength.title}
        error={errors.title}
        // The form was just opened by its button.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <FormError>{failure}</FormError>
      <div className="cluster">
        <Button type="submit" size="small" busy={isBusy && "Adding…"}>
          Add {what}
        </Button>
        <Button look="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
