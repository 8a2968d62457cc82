import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { formatPrice } from "../../ui/price.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { managedClassesQuery } from "./desk-queries.ts";

const allPending = "/dashboard/manage-classes?status=pending";

/** The newest classes that wait for a decision. */
export function PendingClasses(): ReactNode {
  const { data, error, refetch } = useQuery(managedClassesQuery({ status: "pending", limit: 5 }));
  return (
    <section aria-labelledby="pending">
      <h2 id="pending">Waiting for you</h2>
      {!data ? (
        error ? (
          <LoadFailure onRetry={() => void refetch()}>
            The pending classes could not be loaded. {error.message}
          </LoadFailure>
        ) : (
          <ProgressBar label="Loading the pending classes" />
        )
      ) : data.rows.length === 0 ? (
        <EmptyPage>No class waits for a decision.</EmptyPage>
      ) : (
        <>
          <ul className="panel-rows">
            {data.rows.map(({ _id, className, instructorName, price }) => (
              <li key={_id}>
                <div>
                  <p className="name">{className}</p>
                  <p className="aside">
                    with {instructorName}, {formatPrice(price)}
                  </p>
                </div>
                <ButtonLink
                  look="quiet"
                  size="small"
                  to={`${allPending}&q=${encodeURIComponent(className.slice(0, 100))}`}
                >
                  Manage
                  <span className="visually-hidden"> {className}</span>
                </ButtonLink>
              </li>
            ))}
          </ul>
          <p className="panel-more">
            <Link to={allPending}>All pending classes</Link>
          </p>
        </>
      )}
    </section>
  );
}
