import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ApiError } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { failureText } from "../../ui/connection.ts";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { Loading } from "../../ui/loading.tsx";
import { apiQuery } from "../../access/api-query.ts";
import ExerciseDrawings from "./exercise-drawings.tsx";
import { LessonBody } from "./lesson-body.tsx";

interface LessonPreviewProps {
  readonly place: { readonly email: string; readonly classId: string; readonly lessonId: string };
}

/** For its instructor and for admins: nothing is recorded. */
export default function LessonPreview({ place }: LessonPreviewProps): ReactNode {
  const { classId, lessonId: id } = place;
  const { data, error, refetch } = useQuery(
    apiQuery("GET /class/{classId}/lesson/{id}", { params: { classId, id } }),
  );
  const curriculum = `/dashboard/instructor/curriculum/${classId}?lesson=${id}`;
  if (data) {
    return (
      <>
        <title>{`${data.title} · Senga`}</title>
        <p className="lesson-preview-note panel">
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
      {!error ? (
        <Loading label="Opening the lesson" shape="sheet" />
      ) : error instanceof ApiError && error.code === "lesson-needs-a-seat" ? (
        <EmptyPage action={<ButtonLink to={`/classes/${classId}`}>See the class</ButtonLink>}>
          This lesson is for students in its class.
        </EmptyPage>
      ) : error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
        <EmptyPage>We couldn’t find this lesson. It may have been removed from the class.</EmptyPage>
      ) : (
        <LoadFailure onRetry={() => void refetch()}>
          We couldn’t open the lesson. {failureText(error)}
        </LoadFailure>
      )}
    </>
  );
}
