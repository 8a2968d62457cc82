import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { ApiError } from "../../http/client.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { failureText } from "../../ui/connection.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { FormError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { LeaveDialog } from "../../ui/leave-dialog.tsx";
import { Loading } from "../../ui/loading.tsx";
import { api } from "../../features/accounts/session.ts";
import { maxLength } from "../../features/lessons/policy.ts";
import { LessonStateBadge, kindIcons } from "./curriculum-badges.tsx";
import { LessonConflict } from "./curriculum-conflict.tsx";
import { Materials } from "./curriculum-materials.tsx";
import { type Curriculum, type EditedLesson, lessonQuery, refetchCurriculum } from "./curriculum-query.ts";
import { LessonSwitches } from "./curriculum-switches.tsx";
import { LessonText } from "./curriculum-text.tsx";
import { LessonVideo } from "./curriculum-video.tsx";
import { type MountedDraft, useDraft } from "./use-draft.ts";
import "./curriculum-lesson.css";

interface OpenLessonProps {
  readonly curriculum: Curriculum;
  readonly id: string;
}

export default function OpenLesson({ curriculum, id }: OpenLessonProps): ReactNode {
  const { data, error, refetch } = useQuery(lessonQuery(curriculum.classId, id));
  const backLink = useRef<HTMLAnchorElement>(null);
  const isLoaded = data !== undefined;
  /** Not opened by its URL. */
  const isFollowed = useLocation().key !== "default";
  useEffect(() => {
    // On a small screen the list with the chosen link is hidden now.
    const frame = requestAnimationFrame(() => {
      if (isLoaded && isFollowed && document.activeElement === document.body) backLink.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isLoaded, isFollowed]);
  const back = (
    <Link ref={backLink} className="lesson-back" to="?" preventScrollReset>
      <Icon name="chevronLeft" />
      <span className="is-narrow">All lessons</span>
      <span className="is-wide">How far the class has come</span>
    </Link>
  );
  if (data)
    return (
      <>
        {back}
        <LessonForm curriculum={curriculum} lesson={data} />
      </>
    );
  if (!error) return <Loading label="Loading the lesson" shape="sheet" count={1} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <EmptyPage action={<ButtonLink to="?">All lessons</ButtonLink>}>
        We couldn’t find this lesson.
      </EmptyPage>
    );
  return (
    <LoadFailure onRetry={() => void refetch()}>The lesson couldn’t be loaded. {error.message}</LoadFailure>
  );
}

interface LessonFormProps {
  readonly curriculum: Curriculum;
  readonly lesson: EditedLesson;
}

const bodyLabels = {
  video: "Notes to the video (optional)",
  text: "Text",
  exercise: "What to draw",
} as const;

function LessonForm({ curriculum, lesson }: LessonFormProps): ReactNode {
  const { classId } = curriculum;
  const draft = useDraft(classId, lesson);
  const { text, step } = draft.now;
  return (
    <article className="lesson-form panel" aria-label={`Lesson ${text.title}`}>
      <LessonHead curriculum={curriculum} lesson={lesson} draft={draft} />
      {draft.now.newest && (
        <LessonConflict mine={text} theirs={draft.now.newest} onKeep={(keep) => draft.resolve(keep)} />
      )}
      <div className="field">
        <label htmlFor="lesson-title">Title</label>
        <input
          className="input"
          id="lesson-title"
          value={text.title}
          maxLength={maxLength.title}
          autoComplete="off"
          onChange={({ target }) => draft.edit({ title: target.value })}
          aria-invalid={step === "failed" && text.title.trim() === "" ? true : undefined}
        />
      </div>
      {lesson.kind === "video" && <LessonVideo classId={classId} lesson={lesson} />}
      <LessonText label={bodyLabels[lesson.kind]} body={text.body} onEdit={(body) => draft.edit({ body })} />
      <LessonSwitches classId={classId} lesson={lesson} />
      <Materials classId={classId} lesson={lesson} />
      <LeaveDialog isUnsaved={draft.isUnsaved} />
    </article>
  );
}

interface LessonHeadProps extends LessonFormProps {
  readonly draft: MountedDraft;
}

function LessonHead({ curriculum, lesson, draft }: LessonHeadProps): ReactNode {
  const { classId, status } = curriculum;
  const isPublic = status === "approved" && lesson.isPreview && lesson.state !== "draft";
  return (
    <div className="lesson-head">
      <p className="lesson-kind">
        {kindIcons[lesson.kind].word}
        <LessonStateBadge state={lesson.state} />
        <DraftStep draft={draft} />
      </p>
      <LessonActions classId={classId} lesson={lesson} draft={draft} />
      {lesson.state !== "draft" && (
        <p>
          <Link
            to={
              isPublic
                ? `/classes/${classId}`
                : `/dashboard/enrolled-classes/${classId}/lessons/${lesson._id}`
            }
          >
            See it as students do
          </Link>
        </p>
      )}
    </div>
  );
}

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

function DraftStep({ draft }: { readonly draft: MountedDraft }): ReactNode {
  const { step, savedAt, problem } = draft.now;
  return (
    <span className={step === "failed" ? "draft-step is-failed" : "draft-step"}>
      <span role="status">
        {step === "saving" && "Saving …"}
        {step === "saved" && `Saved ${clock.format(savedAt)}`}
        {step === "unsaved" && "Not saved yet"}
        {step === "conflict" && "Not saved: somebody else saved this lesson"}
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
  readonly classId: string;
  readonly lesson: EditedLesson;
  readonly draft: MountedDraft;
}

type Action = "publish" | "retire" | "restore" | "delete";

const done: Record<Action, string> = {
  publish: "Published: students see it now.",
  retire: "Retired: new students don’t see it any more.",
  restore: "It is back in the class.",
  delete: "Deleted.",
};

function LessonActions({ classId, lesson, draft }: LessonActionsProps): ReactNode {
  const [running, setRunning] = useState<Action>();
  const [outcome, setOutcome] = useState<{ readonly problem?: string; readonly words?: string }>({});
  const [isAsked, setAsked] = useState<"retire" | "delete">();
  const [, setSearch] = useSearchParams();
  const params = { classId, id: lesson._id };
  const { state } = lesson;

  const run = async (action: Action, work: () => Promise<unknown>): Promise<void> => {
    setAsked(undefined);
    setRunning(action);
    setOutcome({});
    try {
      await work();
      setOutcome({ words: done[action] });
    } catch (error) {
      setOutcome({ problem: failureText(error) });
    } finally {
      await refetchCurriculum(classId);
      setRunning(undefined);
    }
  };
  const publish = async (): Promise<void> => {
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
    setSearch({}, { preventScrollReset: true });
  };
  const hasChanges = state !== "published" || draft.now.step !== "saved";

  return (
    <>
      <div className="lesson-actions">
        {state === "retired" ? (
          <Button
            size="small"
            busy={running === "restore" && "Restoring …"}
            onClick={() => void run("restore", restore)}
          >
            Restore
          </Button>
        ) : (
          <Button
            size="small"
            disabled={!hasChanges && running !== "publish"}
            busy={running === "publish" && "Publishing …"}
            onClick={() => void run("publish", publish)}
          >
            {state === "draft" ? "Publish" : "Publish changes"}
          </Button>
        )}
        {(state === "published" || state === "changed") && (
          <Button
            look="quiet"
            size="small"
            busy={running === "retire" && "Retiring …"}
            onClick={() => setAsked("retire")}
          >
            Retire
          </Button>
        )}
        {state === "draft" && (
          <Button
            look="quiet"
            size="small"
            busy={running === "delete" && "Deleting …"}
            onClick={() => setAsked("delete")}
          >
            Delete
          </Button>
        )}
      </div>
      <p className="lesson-outcome" role="status">
        {outcome.words}
      </p>
      <FormError>{outcome.problem}</FormError>
      {isAsked === "retire" && (
        <ConfirmDialog
          confirmLabel="Yes, retire it"
          onConfirm={() => void run("retire", retire)}
          onCancel={() => setAsked(undefined)}
        >
          “{lesson.draft.title}” leaves the class. Students who had opened it keep it, and you can restore it.
        </ConfirmDialog>
      )}
      {isAsked === "delete" && (
        <ConfirmDialog
          confirmLabel="Yes, Delete it!"
          onConfirm={() => void run("delete", remove)}
          onCancel={() => setAsked(undefined)}
        >
          “{lesson.draft.title}” is deleted with its text and files. No student has seen it.
        </ConfirmDialog>
      )}
    </>
  );
}
