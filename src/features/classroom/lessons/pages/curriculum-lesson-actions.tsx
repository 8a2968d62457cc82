import { type ReactNode, useState, useId } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { isAwaitingPicture, pictureMissing } from "../policy.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { type Curriculum, type EditedLesson, refetchCurriculum } from "./curriculum-query.ts";
import type { MountedDraft } from "./use-draft.ts";

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

export function DraftStep({ draft }: { readonly draft: MountedDraft }) {
  const { step, savedAt, problem } = draft.now;
  return (
    <span
      className={step === "failed" ? "cluster is-level draft-step is-failed" : "cluster is-level draft-step"}
    >
      <span role="status">
        {step === "saving" && "Saving…"}
        {step === "saved" && `Saved ${clock.format(savedAt)}`}
        {step === "unsaved" && "Not saved yet"}
        {step === "conflict" && "Not saved: someone else saved this lesson"}
        {step === "failed" && `Not saved: ${problem}`}
      </span>
      {step === "failed" && (
        <Button look="quiet" size="small" onClick={() => void draft.flush()}>
          Try again
        </Button>
      )}
    </span>
  );
}

interface LessonActionsProps {
  readonly curriculum: Curriculum;
  readonly lesson: EditedLesson;
  readonly draft: MountedDraft;
}

type Action = "publish" | "retire" | "restore" | "delete";

const done: Record<Exclude<Action, "publish">, string> = {
  retire: "Removed. Students who’ve opened it can still see it.",
  restore: "It’s back in the class.",
  delete: "Deleted.",
};

export function LessonActions({ curriculum, lesson, draft }: LessonActionsProps) {
  const [running, setRunning] = useState<Action>();
  const [outcome, setOutcome] = useState<{ readonly problem?: string; readonly words?: string }>({});
  const [openDialog, setOpenDialog] = useState<"retire" | "delete">();
  const [, setSearch] = useSearchParams();
  const { classId } = curriculum;
  const params = { classId, id: lesson._id };
  const { state } = lesson;

  const run = async (action: Action, work: () => Promise<unknown>): Promise<void> => {
    setOpenDialog(undefined);
    setRunning(action);
    setOutcome({});
    try {
      await work();
      setOutcome({ words: action === "publish" ? publishedInWords(curriculum, lesson) : done[action] });
    } catch (error) {
      setOutcome({ problem: failureText(error) });
    } finally {
      await refetchCurriculum();
      setRunning(undefined);
    }
  };
  const publish = async (): Promise<void> => {
    if (isAwaitingPicture(draft.now.text.body)) throw new Error(pictureMissing);
    if (!(await draft.flush())) throw new Error("Your changes aren’t saved yet. Save them first.");
    await api("POST /curriculum/{classId}/lesson/{id}/publish", {
      params,
      body: { version: draft.version() },
    });
  };
  const retire = () => api("POST /curriculum/{classId}/lesson/{id}/retire", { params });
  const restore = () => api("POST /curriculum/{classId}/lesson/{id}/restore", { params });
  const remove = async (): Promise<void> => {
    await api("DELETE /curriculum/{classId}/lesson/{id}", { params });
    // They may be elsewhere by the time of a late answer.
    if (new URLSearchParams(location.search).get("lesson") === lesson._id)
      setSearch({}, { preventScrollReset: true });
  };
  const hasChanges = state !== "published" || draft.now.step !== "saved";
  const missing = state === "retired" ? undefined : missingIn(lesson, draft.now.text.body);

  return (
    <>
      <div className="actions lesson-actions">
        {state === "retired" ? (
          <Button
            size="small"
            busy={running === "restore" && "Restoring…"}
            onClick={() => void run("restore", restore)}
          >
            Restore
          </Button>
        ) : (
          <Button
            size="small"
            disabled={(!hasChanges || missing !== undefined) && running !== "publish"}
            busy={running === "publish" && "Publishing…"}
            onClick={() => void run("publish", publish)}
          >
            {state === "draft" ? "Publish" : "Publish changes"}
          </Button>
        )}
        {(state === "published" || state === "changed") && (
          <Button
            look="quiet"
            size="small"
            busy={running === "retire" && "Removing…"}
            onClick={() => setOpenDialog("retire")}
          >
            {" "}
            Remove from class{" "}
          </Button>
        )}
        {state === "draft" && (
          <Button
            look="quiet"
            size="small"
            busy={running === "delete" && "Deleting…"}
            onClick={() => setOpenDialog("delete")}
          >
            Delete
          </Button>
        )}
      </div>
      {missing && <p className="field-hint">{missing}</p>}
      <p className="success lesson-outcome" role="status">
        {outcome.words}
      </p>
      <FormError>{outcome.problem}</FormError>
      {openDialog === "retire" && (
        <ConfirmDialog
          confirmLabel="Yes, remove it"
          onConfirm={() => void run("retire", retire)}
          onCancel={() => setOpenDialog(undefined)}
        >
          “{lesson.draft.title}” leaves the class. Students who’ve opened it can still see it, and you can
          restore it.
        </ConfirmDialog>
      )}
      {openDialog === "delete" && (
        <ConfirmDialog
          confirmLabel="Yes, Delete it!"
          onConfirm={() => void run("delete", remove)}
          onCancel={() => setOpenDialog(undefined)}
        >
          “{lesson.draft.title}” will be deleted with its text and files. No student has seen it.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Mirrors the server's requirements for publishing. */
function missingIn({ kind, video }: EditedLesson, body: string): string | undefined {
  if (kind !== "video")
    return body.trim() === "" ? "Write something first. Then you can publish it." : undefined;
  if (video?.state === "refused") return "This video can’t be used. Upload another, then publish.";
  return video ? undefined : "Upload a video first. Then you can publish it.";
}

function publishedInWords({ status, sections }: Curriculum, { _id, isPreview, video }: EditedLesson): string {
  if (status !== "approved") return "Published. Students will see it once the class is approved.";
  const section = sections.find(({ lessons }) => lessons.some((each) => each._id === _id));
  const isLater = !isPreview && section?.opens != null && new Date(String(section.opens)) > systemClock.now();
  if (isLater) return "Published. Students will see it when its section opens.";
  return video?.state === "uploaded"
    ? "Published. Students can watch it once the video is ready. Check back here to see when it is."
    : "Published. Students can see it now.";
}

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
