import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../../../ui/button.tsx";
import { formatDay } from "../../../../ui/day.ts";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { NextPage } from "../../../../ui/next-page.tsx";
import { DrawingPicture } from "./drawing-picture.tsx";
import type { Row } from "../../../../access/api-query.ts";
import { drawingPath, drawings, useCount } from "./waiting-critiques.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";

type WaitingDrawing = Row<"GET /instructor/critiques/{email}">;
type Queue = UseInfiniteQueryResult<
  InfiniteData<{ readonly rows: readonly WaitingDrawing[]; readonly next: string | undefined }>
>;

interface CritiqueQueueProps {
  readonly queue: Queue;
  readonly showsPictures: boolean;
}

const CritiquePromises = lazyPart(() => import("./critique-promises.tsx"));

export function CritiqueQueue({ queue, showsPictures }: CritiqueQueueProps) {
  const { data, error, refetch } = queue;
  const rows = data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <h1 tabIndex={-1}>Critiques</h1>
      {rows ? (
        rows.length > 0 ? (
          <>
            <Sum />
            <ul role="list" className="stack critique-cards">
              {rows.map((drawing) => (
                <Card key={drawing._id} drawing={drawing} showsPictures={showsPictures} />
              ))}
            </ul>
          </>
        ) : (
          <EmptyPage
            action={<ButtonLink to="/dashboard/instructor/my-classes">Back to My Classes</ButtonLink>}
          >
            You’re all caught up. New drawings will show up here.
          </EmptyPage>
        )
      ) : (
        <QueryStatus
          query={{ error, refetch }}
          what="the drawings"
          shape="rows"
          failure="The drawings couldn’t be loaded."
        />
      )}
      <NextPage query={queue}>More drawings</NextPage>
      <Suspense>
        <CritiquePromises />
      </Suspense>
    </>
  );
}

function Sum() {
  const data = useCount();
  return (
    <div className="bar below critiques-sum">
      <p role="status">
        {data && (
          <>
            {drawings(data.waiting)} to critique
            {data.overdue > 0 && `, ${data.overdue} past the day you promised`}.
          </>
        )}
      </p>
      <p className="quiet is-small critiques-keys">
        <kbd>j</kbd> next, <kbd>k</kbd> previous
      </p>
    </div>
  );
}

function Card({
  drawing,
  showsPictures,
}: {
  readonly drawing: WaitingDrawing;
  readonly showsPictures: boolean;
}) {
  const { _id, studentName, className, lessonTitle, number, handedIn, picture, pictureCount } = drawing;
  return (
    <li className="critique-card panel has-stretched-link">
      <div className="critique-card-picture">
        {showsPictures && picture && <DrawingPicture picture={picture} alt="" sizes="160px" />}
      </div>
      <div className="stack is-dense critique-card-words">
        <h2 className="card-title">
          <Link to={drawingPath(_id)}>
            {studentName}: {lessonTitle}
          </Link>
        </h2>
        <p>{className}</p>
        <p className="quiet is-small">
          Round {number}, {pictureCount === 1 ? "1 picture" : `${pictureCount} pictures`}, handed in on{" "}
          {formatDay(new Date(String(handedIn)))}
        </p>
      </div>
      <Promised by={drawing.promisedBy} isOverdue={drawing.isOverdue} />
    </li>
  );
}

export function Promised({ by, isOverdue }: { readonly by: unknown; readonly isOverdue: boolean }) {
  return (
    <p className={`badge status-badge ${isOverdue ? "is-denied" : "is-pending"}`}>
      <Icon name={isOverdue ? "alert" : "clock"} />
      {isOverdue ? "Overdue since" : "Promised by"} {formatDay(new Date(String(by)))}
    </p>
  );
}
