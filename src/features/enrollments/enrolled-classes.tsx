import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { enrolledClassesQuery } from "./enrollment-queries.ts";
import "./enrolled-classes.css";

/** The classes that the student has paid for. */
export function EnrolledClasses({ email }: { readonly email: string }): ReactNode {
  const { data, error, refetch } = useQuery(enrolledClassesQuery(email));
  if (!data) {
    return error ? (
      <LoadFailure onRetry={() => void refetch()}>
        Your classes could not be loaded. {error.message}
      </LoadFailure>
    ) : (
      <ProgressBar label="Loading your classes" />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
        You have not selected any classes yet. Please select a class to enroll.
      </EmptyPage>
    );
  }
  return (
    <ul className="enrolled-grid">
      {data.map(
        ({ _id, classId, className, classImage, picture, instructorName, instructorEmail }, index) => (
          <li key={_id} className="enrolled-card panel casts-tone">
            <Cover
              src={classImage}
              picture={picture}
              title={className}
              flipped={index % 2 === 1}
              eager={index < 3}
            />
            <div className="enrolled-card-body">
              <h2 className="card-title">{className}</h2>
              <p className="class-card-by">with {instructorName}</p>
              <a href={`mailto:${instructorEmail}`}>{instructorEmail}</a>
              <ButtonLink size="small" to={`/dashboard/enrolled-classes/${classId}`}>
                Continue
                <span className="visually-hidden"> {className}</span>
              </ButtonLink>
            </div>
          </li>
        ),
      )}
    </ul>
  );
}
