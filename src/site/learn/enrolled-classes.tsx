import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NextPage } from "../../ui/next-page.tsx";
import { lessonStamp } from "../../features/school/classes/lesson-status.ts";
import { enrolledClassesQuery } from "./learning-queries.ts";
import { ClassProgress, ContinueLink } from "./class-progress.tsx";
import "./enrolled-classes.css";

export function EnrolledClasses({ email }: { readonly email: string }): ReactNode {
  const query = useInfiniteQuery(enrolledClassesQuery(email));
  const { data, error, refetch } = query;
  const enrolled = data?.pages.flatMap(({ rows }) => rows);
  if (!enrolled) {
    return error ? (
      <LoadFailure onRetry={() => void refetch()}>We couldn't load your classes. {error.message}</LoadFailure>
    ) : (
      <Loading label="Loading your classes" shape="cards" />
    );
  }
  if (enrolled.length === 0) {
    return (
      <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
        You have not selected any classes yet. Please select a class to enroll.
      </EmptyPage>
    );
  }
  return (
    <>
      <ul role="list" className="enrolled-grid">
        {enrolled.map(
          (
            {
              _id,
              classId,
              className,
              classImage,
              picture,
              instructorName,
              instructorEmail,
              lessonStatus,
              standing,
            },
            index,
          ) => (
            <li key={_id} className="enrolled-card panel casts-tone has-stretched-link">
              <Cover src={classImage} picture={picture} title={className} eager={index < 3} />
              <div className="enrolled-card-body">
                <h2 className="card-title">
                  <Link to={`/dashboard/enrolled-classes/${classId}`}>{className}</Link>
                </h2>
                <p className="class-card-by">with {instructorName}</p>
                <a href={`mailto:${instructorEmail}`}>{instructorEmail}</a>
                {lessonStatus !== "published" && <p>{lessonStamp(lessonStatus)}</p>}
                {standing && <ClassProgress standing={standing} />}
                <ContinueLink classId={classId} className={className} standing={standing} />
              </div>
            </li>
          ),
        )}
      </ul>
      <NextPage query={query}>More classes</NextPage>
    </>
  );
}
