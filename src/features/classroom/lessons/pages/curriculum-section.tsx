import { type ReactNode, useId, useRef, useState } from "react";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { Moment } from "../../../../ui/timestamp.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { api } from "../../../../access/session.ts";
import { maxLength } from "../policy.ts";
import { lessonCount } from "../lesson-words.ts";
import { type Curriculum, type Section, openDrafts, refetchCurriculum } from "./curriculum-query.ts";

interface SectionHeadProps {
  readonly curriculum: Curriculum;
  readonly section: Section;
  readonly children: ReactNode;
}

export function SectionHead({ curriculum, section, children }: SectionHeadProps) {
  const [isEdited, setEdited] = useState(false);
  const editButton = useRef<HTMLSpanElement>(null);
  if (isEdited)
    return (
      <SectionForm
        curriculum={curriculum}
        section={section}
        onClose={() => {
          setEdited(false);
          requestAnimationFrame(() => {
            if (document.activeElement === document.body)
              editButton.current?.querySelector("button")?.focus();
          });
        }}
      />
    );
  return (
    <div className="tree-section-head">
      <div className="tree-section-title">
        <h2 className="subheading is-small">{section.title}</h2>
        {curriculum.startsOn && (
          <p className="fine">
            {section.opens ? (
              <>
                Opens <Moment at={section.opens} />
              </>
            ) : (
              "Opens on the first day"
            )}
          </p>
        )}
      </div>
      <span ref={editButton}>
        <IconButton label={`Edit section ${section.title}`} onClick={() => setEdited(true)}>
          <DashboardIcon name="pencil" />
        </IconButton>
      </span>
      {children}
    </div>
  );
}

interface SectionFormProps {
  readonly curriculum: Curriculum;
  readonly section: Section;
  readonly onClose: () => void;
}

function SectionForm({ curriculum: { classId, startsOn }, section, onClose }: SectionFormProps) {
  const params = { classId, id: section._id };
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const { form, errors, isBusy, failure } = useForm(
    ["title", "opensAfterDays", "opensAt"],
    ({ title, opensAfterDays, opensAt }) => ({
      ...(title.trim() === "" && { title: "Give it a title" }),
      ...(!/^\d*$/.test(opensAfterDays.trim()) && { opensAfterDays: "Enter a whole number of days" }),
      ...(startsOn && opensAfterDays.trim() && !opensAt && { opensAt: "Enter a time, such as 6:00 PM" }),
    }),
    async ({ title, opensAfterDays, opensAt }) => {
      const days = opensAfterDays.trim();
      const opening = { opensAfterDays: days ? Number(days) : null, ...(opensAt && { opensAt }) };
      await api("PATCH /curriculum/{classId}/section/{id}", {
        params,
        body: { title, ...(startsOn && opening) },
      });
      await refetchCurriculum();
      onClose();
    },
  );
  const remove = async (): Promise<void> => {
    try {
      await api("DELETE /curriculum/{classId}/section/{id}", { params });
      await refetchCurriculum();
    } catch (error) {
      setProblem(failureText(error));
    }
  };
  return (
    <form {...form} className="stack is-close tree-form" aria-label={`Section ${section.title}`}>
      <TextField
        label="Title"
        id={`${id}-title`}
        name="title"
        autoComplete="off"
        maxLength={maxLength.title}
        defaultValue={section.title}
        error={errors.title}
        // The form was just opened by its button.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      {startsOn && (
        <div className="tree-opening">
          <TextField
            label="Opens (days after the start)"
            id={`${id}-opensAfterDays`}
            name="opensAfterDays"
            inputMode="numeric"
            autoComplete="off"
            hint="Leave empty to open on the first day"
            defaultValue={section.opensAfterDays ?? ""}
            error={errors.opensAfterDays}
          />
          <TextField
            label="At"
            id={`${id}-opensAt`}
            name="opensAt"
            type="time"
            hint="In the class’s time zone"
            defaultValue={section.opensAt}
            error={errors.opensAt}
          />
        </div>
      )}
      <FormError>{failure ?? problem}</FormError>
      <div className="cluster">
        <Button type="submit" size="small" busy={isBusy && "Saving…"}>
          Save
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
        {section.lessons.length === 0 && (
          <Button look="quiet" size="small" onClick={() => void remove()}>
            <DashboardIcon name="trash" />
            Delete section
          </Button>
        )}
      </div>
      {section.lessons.length > 0 && (
        <p className="field-hint">To delete this section, move or delete its lessons first.</p>
      )}
    </form>
  );
}

interface PublishSectionProps {
  readonly classId: string;
  readonly section: Section;
}

export function PublishSection({ classId, section }: PublishSectionProps) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{
    readonly published: number;
    readonly refused: readonly string[];
  }>();
  const waiting = section.lessons.filter(({ state }) => state === "draft" || state === "changed");
  const publish = async (): Promise<void> => {
    setBusy(true);
    const saved = await Promise.all(section.lessons.map(async ({ _id }) => openDrafts.get(_id)?.()));
    if (saved.includes(false)) {
      setOutcome({ published: 0, refused: ["A lesson isn’t saved yet. Open it and save it first."] });
      setBusy(false);
      return;
    }
    const refused: string[] = [];
    for (const { _id: id, title } of waiting) {
      try {
        await api("POST /curriculum/{classId}/lesson/{id}/publish", { params: { classId, id }, body: {} });
      } catch (error) {
        refused.push(`“${title}”: ${failureText(error)}`);
      }
    }
    await refetchCurriculum();
    setOutcome({ published: waiting.length - refused.length, refused });
    setBusy(false);
  };
  return (
    <>
      {(waiting.length > 1 || isBusy) && (
        <Button look="quiet" size="small" busy={isBusy && "Publishing…"} onClick={() => void publish()}>
          Publish {lessonCount(waiting.length)}
          <span className="visually-hidden"> of {section.title}</span>
        </Button>
      )}
      <span className="tree-outcome">
        <span role="status">
          {outcome && outcome.published > 0 && `${lessonCount(outcome.published)} published.`}
        </span>
        <FormError>{outcome?.refused.join(" ")}</FormError>
      </span>
    </>
  );
}
