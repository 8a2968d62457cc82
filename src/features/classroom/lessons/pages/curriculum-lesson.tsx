import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { Button, ButtonLink, IconButton } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import LeaveDialog from "../../../../ui/leave-dialog.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import ConflictNotice from "../../../school/classes/pages/conflict-notice.tsx";
import { isMissing } from "../../../../http/client.ts";
import { sizeOf } from "../../uploads/pages/upload-words.ts";
import { UploadField } from "../../uploads/pages/upload-field.tsx";
import { useUploads } from "../../uploads/pages/use-uploads.ts";
import { isAwaitingPicture, maxLength, maxMaterials } from "../policy.ts";
import { materialExtensions } from "../material-types.ts";
import { LessonStateBadge, kindIcons } from "./curriculum-badges.tsx";
import { DraftStep, LessonActions, LessonSwitches } from "./curriculum-lesson-actions.tsx";
import { type Curriculum, type EditedLesson, lessonQuery, refetchCurriculum } from "./curriculum-query.ts";
import { LessonText } from "./curriculum-text.tsx";
import { LessonVideo } from "./curriculum-video.tsx";
import { type MountedDraft, useDraft } from "./use-draft.ts";
import "./curriculum-lesson.css";

interface OpenLessonProps {
  readonly curriculum: Curriculum;
  readonly id: string;
}

export default function OpenLesson({ curriculum, id }: OpenLessonProps) {
  const { data, error, refetch } = useQuery(lessonQuery(curriculum.classId, id));
  const backLink = useRef<HTMLAnchorElement>(null);
  const isLoaded = data !== undefined;
  /** Reached by a link, not by its URL. */
  const isFollowed = useLocation().key !== "default";
  useEffect(() => {
    // On a small screen, the list with the chosen link is now hidden.
    const frame = requestAnimationFrame(() => {
      if (isLoaded && isFollowed && document.activeElement === document.body) backLink.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isLoaded, isFollowed]);
  const back = (
    <Link ref={backLink} className="lesson-back" to="?" preventScrollReset>
      <Icon name="chevronLeft" />
      <span className="is-narrow">All lessons</span>
      <span className="is-wide">Class progress</span>
    </Link>
  );
  if (data)
    return (
      <>
        {back}
        <LessonForm curriculum={curriculum} lesson={data} />
      </>
    );
  if (isMissing(error))
    return (
      <EmptyPage action={<ButtonLink to="?">All lessons</ButtonLink>}>
        We couldn’t find this lesson.
      </EmptyPage>
    );
  return (
    <QueryStatus
      query={{ error, refetch }}
      what="the lesson"
      shape="sheet"
      count={1}
      failure="The lesson couldn’t be loaded."
    />
  );
}

interface LessonFormProps {
  readonly curriculum: Curriculum;
  readonly lesson: EditedLesson;
}

const bodyLabels = {
  video: "Notes for this video (optional)",
  text: "Text",
  exercise: "What to draw",
} as const;

function LessonForm({ curriculum, lesson }: LessonFormProps) {
  const { classId } = curriculum;
  const draft = useDraft(classId, lesson);
  const { text, step } = draft.now;
  return (
    <article className="stack is-padded lesson-form panel" aria-label={`Lesson ${text.title}`}>
      <LessonHead curriculum={curriculum} lesson={lesson} draft={draft} />
      {draft.now.newest && (
        <ConflictNotice
          about="lesson"
          by={draft.now.newest.editedBy}
          at={draft.now.newest.savedAt}
          changed={draft.now.newest.changed}
        >
          <div className="actions lesson-actions">
            <Button onClick={() => draft.resolve("mine")}>Keep mine</Button>
            <Button look="quiet" onClick={() => draft.resolve("theirs")}>
              Use the saved version
            </Button>
          </div>
        </ConflictNotice>
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
      <LeaveDialog isUnsaved={() => draft.isUnsaved() || isAwaitingPicture(text.body)} />
    </article>
  );
}

interface LessonHeadProps extends LessonFormProps {
  readonly draft: MountedDraft;
}

function LessonHead({ curriculum, lesson, draft }: LessonHeadProps) {
  const { classId, status } = curriculum;
  const isInClass = lesson.state === "published" || lesson.state === "changed";
  const isPublic = status === "approved" && lesson.isPreview && isInClass;
  return (
    <div className="lesson-head">
      <p className="cluster is-level is-close bold">
        {kindIcons[lesson.kind].word}
        <LessonStateBadge state={lesson.state} />
        <DraftStep draft={draft} />
      </p>
      <LessonActions curriculum={curriculum} lesson={lesson} draft={draft} />
      {lesson.state !== "draft" && (
        <p>
          <Link
            to={
              isPublic
                ? `/classes/${classId}/lessons/${lesson._id}`
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

interface MaterialsProps {
  readonly classId: string;
  readonly lesson: EditedLesson;
}

export function Materials({ classId, lesson }: MaterialsProps) {
  const uploads = useUploads(
    { purpose: "material", classId, lessonId: lesson._id },
    () => void refetchCurriculum(),
  );
  const [toDelete, setToDelete] = useState<EditedLesson["materials"][number]>();
  const [problem, setProblem] = useState<string>();
  const remove = async (id: string): Promise<void> => {
    setToDelete(undefined);
    setProblem(undefined);
    try {
      await api("DELETE /curriculum/{classId}/material/{id}", { params: { classId, id } });
    } catch (error) {
      setProblem(failureText(error));
    }
    await refetchCurriculum();
  };
  return (
    <section className="stack is-close lesson-part" aria-labelledby="materials">
      <h2 id="materials" className="subheading is-small">
        Materials
      </h2>
      {lesson.materials.length > 0 && (
        <ul role="list" className="materials">
          {lesson.materials.map((material) => (
            <li key={material._id}>
              <span>
                <strong>{material.fileName}</strong>
                <span className="field-hint">
                  {material.type}, {sizeOf(material.bytes)}
                </span>
              </span>
              <IconButton label={`Delete ${material.fileName}`} onClick={() => setToDelete(material)}>
                <DashboardIcon name="trash" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <FormError>{problem}</FormError>
      {lesson.materials.length < maxMaterials || uploads.running.length > 0 ? (
        <UploadField
          name="material"
          label="Add files"
          hint={`PDF, PSD, brushes, ZIP and pictures, up to 200 MB each and ${maxMaterials} in a lesson. ${whenSeen(lesson)}`}
          accept={materialExtensions.map((extension) => `.${extension}`).join(",")}
          uploads={uploads}
          isMultiple
        />
      ) : (
        <p className="field-hint">You’ve used all {maxMaterials}. Delete one to add another.</p>
      )}
      {toDelete && (
        <ConfirmDialog
          confirmLabel="Yes, Delete it!"
          onConfirm={() => void remove(toDelete._id)}
          onCancel={() => setToDelete(undefined)}
        >
          Students won’t be able to download {toDelete.fileName} anymore, starting right away.
        </ConfirmDialog>
      )}
    </section>
  );
}

const whenSeen = ({ state }: EditedLesson): string =>
  state === "draft"
    ? "Students will see them once the lesson is published."
    : "Students will see them right away.";
