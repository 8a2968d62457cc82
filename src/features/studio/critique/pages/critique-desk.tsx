import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "../../../../http/client.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { DrawingRound, type DrawnRound } from "./drawing-round.tsx";
import { LessonText } from "../../../classroom/lessons/pages/lesson-parts.tsx";
import { ContentMenu } from "../../../shared/content-menu.tsx";
import { type KeptDraft, KeptWords, sentRound, useCritiqueDraft } from "./critique-draft.tsx";
import { CritiqueForm } from "./critique-form.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { Promised } from "./critique-queue.tsx";
import "./critique-desk.css";

interface CritiqueDeskProps {
  readonly id: string;
  readonly showsPictures: boolean;
  /** In the queue; undefined for a drawing that is not in it, or not listed yet. */
  readonly place: { readonly at: number; readonly isLast: boolean } | undefined;
  readonly onStep: (by: 1 | -1) => void;
  readonly onSent: () => void;
}

export default function CritiqueDesk(props: CritiqueDeskProps) {
  const { id, place, onStep } = props;
  const { data, error, refetch } = useQuery(apiQuery("GET /submission/{id}", { params: { id } }));
  const kept = useCritiqueDraft(id);
  // The answer may have been lost, or another tab has sent it.
  const forgetSent = useEffectEvent((rounds: readonly DrawnRound[]) => {
    const sent = sentRound(kept.draft, rounds);
    if (sent) kept.forget(sent);
  });
  useEffect(() => {
    if (data) forgetSent(data.rounds);
  }, [data]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);
  const keptWords = (
    <KeptWords
      title="Your draft is still here"
      text={kept.draft.text}
      pins={kept.draft.pins}
      onDelete={() => {
        kept.forget();
        heading.current?.focus();
      }}
    />
  );
  const isGone = error instanceof ApiError && [400, 403, 404].includes(error.status);
  return (
    <>
      {data && <title>{`${data.studentName}: ${data.lessonTitle} · Senga`}</title>}
      <nav className="bar below desk-nav" aria-label="Drawings to critique">
        <Link to="/dashboard/instructor/critiques">All critiques</Link>
        {place && !(place.at === 0 && place.isLast) && (
          <span className="row">
            <Button look="quiet" size="small" disabled={place.at === 0} onClick={() => onStep(-1)}>
              Previous <kbd aria-hidden="true">k</kbd>
            </Button>
            <Button look="quiet" size="small" disabled={place.isLast} onClick={() => onStep(1)}>
              Next <kbd aria-hidden="true">j</kbd>
            </Button>
          </span>
        )}
      </nav>
      <h1 tabIndex={-1} ref={heading}>
        {data?.studentName ?? "Critique"}
      </h1>
      {isGone ? (
        <>
          <EmptyPage action={<ButtonLink to="/dashboard/instructor/critiques">All critiques</ButtonLink>}>
            {error.code === "not-your-class"
              ? "This drawing is in a class that you don’t teach anymore."
              : "This drawing isn’t here anymore. Its student may have taken it back."}
          </EmptyPage>
          {keptWords}
        </>
      ) : data ? (
        <OpenDrawing {...props} drawing={data} kept={kept} keptWords={keptWords} />
      ) : (
        <QueryStatus
          query={{ error, refetch }}
          what="the drawing"
          shape="sheet"
          count={1}
          failure="The drawing couldn’t be loaded."
        />
      )}
    </>
  );
}

function OpenDrawing({
  drawing,
  kept,
  keptWords,
  showsPictures,
  onSent,
}: CritiqueDeskProps & {
  readonly drawing: Answer<"GET /submission/{id}">;
  readonly kept: KeptDraft;
  readonly keptWords: ReactNode;
}) {
  const { _id, state, rounds, studentName, className, lessonTitle, exercise } = drawing;
  const waiting = state === "handed-in" ? rounds[0] : undefined;
  const before = waiting ? rounds.slice(1) : rounds;
  const [besideId, setBeside] = useState<string>();
  /** The same breakpoint as in the style sheet. */
  const [hasRoom] = useState(() => matchMedia("(width > 77.5em)").matches);
  const beside = before.find((round) => round._id === besideId);
  return (
    <>
      <div className="cluster is-level is-loose desk-facts">
        <p>
          {lessonTitle}, in {className}
        </p>
        {waiting && (
          <Promised
            by={waiting.promisedBy}
            isOverdue={new Date(String(waiting.promisedBy)) < systemClock.now()}
          />
        )}
        <ContentMenu kind="drawing" id={_id} by={studentName} />
      </div>
      {!waiting && (
        <>
          <p className="callout is-strong desk-answered" role="status">
            {state === "withdrawn"
              ? `The latest round isn’t waiting for you anymore. It’ll show up here again once ${studentName} hands it in.`
              : "You’ve critiqued this drawing."}
          </p>
          {keptWords}
        </>
      )}
      <div className={beside ? "stack desk-rounds is-comparing" : "stack desk-rounds"}>
        <section className="stack desk-reference" aria-label="For reference">
          {waiting?.note && (
            <p className="words remark">
              <strong>{studentName} writes: </strong>
              {waiting.note}
            </p>
          )}
          {waiting && before.length > 0 && <Compare rounds={before} chosen={besideId} onChoose={setBeside} />}
          {!beside &&
            showsPictures &&
            before.map((round) => (
              <details key={round._id} className="panel" open={(!waiting || hasRoom) && round === before[0]}>
                <summary>
                  Round {round.number}: {round.critique?.verdict === "accepted" ? "accepted" : "try again"}
                </summary>
                <DrawingRound round={round} by={studentName} heading="h2" />
              </details>
            ))}
          {exercise !== "" && (
            <details className="panel" open={hasRoom}>
              <summary>The exercise</summary>
              <LessonText html={exercise} />
            </details>
          )}
        </section>
        {beside && (
          <section className="desk-beside panel" aria-label={`Round ${beside.number}`}>
            {showsPictures && <DrawingRound round={beside} by={studentName} heading="h2" />}
          </section>
        )}
        {waiting && (
          <CritiqueForm
            kept={kept}
            round={waiting}
            studentName={studentName}
            showsPictures={showsPictures}
            onSent={onSent}
          />
        )}
      </div>
    </>
  );
}

interface CompareProps {
  readonly rounds: readonly DrawnRound[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

function Compare({ rounds, chosen, onChoose }: CompareProps) {
  return (
    <div className="cluster desk-compare" role="group" aria-label="Compare with an earlier round">
      {rounds.map(({ _id, number }) => (
        <Button
          key={_id}
          look="quiet"
          size="small"
          aria-pressed={_id === chosen}
          onClick={() => onChoose(_id === chosen ? undefined : _id)}
        >
          Beside round {number}
        </Button>
      ))}
    </div>
  );
}
