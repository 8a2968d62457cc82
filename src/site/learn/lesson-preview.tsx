import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ApiError, isMissing } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { apiQuery } from "../../access/api-query.ts";
import ExerciseDrawings from "./exercise-drawings.tsx";
import { LessonBody } from "./lesson-body.tsx";

interface LessonPreviewProps {
  readonly place: { readonly classId: string; readonly lessonId: string };
}

/** For its instructor and for admins: nothing is recorded. */
export default function LessonPreview({ place }: LessonPreviewProps) {
  const { classId, lessonId: id } = place;
  const { data, error, refetch } = useQuery(
    apiQuery("GET /class/{classId}/lesson/{id}", { params: { classId, id } }),
  );
  const curriculum = `/dashboard/instructor/curriculum/${classId}?lesson=${id}`;
  if (data) {
    return (
      <>
        <title>{`${data.title} · Senga`}</title>
        <p className="panel is-note below-large">
          <strong>Preview.</strong> This is how students see this lesson.{" "}
          <Link to={curriculum}>Back to editing</Link>
        </p>
        <h1 tabIndex={-1}>{data.title}</h1>
        <article className="lesson-main">
          <LessonBody place={place} lesson={data}>
            {data.kind === "exercise" && <ExerciseDrawings place={place} />}
          </LessonBody>
        </article>
      </>
    );
  }
  return (
    <>
      <h1 tabIndex={-1}>Lesson</h1>
      {error instanceof ApiError && error.code === "lesson-needs-a-seat" ? (
        <EmptyPage action={<ButtonLink to={`/classes/${classId}`}>See the class</ButtonLink>}>
          This lesson is for students in its class.
        </EmptyPage>
      ) : isMissing(error) ? (
        <EmptyPage>We couldn’t find this lesson. It may have been removed from the class.</EmptyPage>
      ) : (
        <QueryStatus
          query={{ error, refetch }}
          what="the lesson"
          loading="Opening the lesson"
          shape="sheet"
          failure="We couldn’t open the lesson."
        />
      )}
    </>
  );
}
