import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "../../../../http/client.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { DrawingRound, type DrawnRound } from "./drawing-round.tsx";
import { LessonText } from "../../../classroom/lessons/pages/lesson-parts.tsx";
import { ContentMenu } from "../../../shared/content-menu.tsx";
import { CritiqueForm } from "./critique-form.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { Promised } from "./critique-queue.tsx";
import type { Place } from "./pinned-picture.tsx";
import type { Verdict } from "../policy.ts";
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
    if (isSent(kept.draft, rounds)) kept.forget();
  });
  useEffect(() => {
    if (data) forgetSent(data.rounds);
  }, [data]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);
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
          <KeptWords {...kept} />
        </>
      ) : data ? (
        <OpenDrawing {...props} drawing={data} kept={kept} />
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
  showsPictures,
  onSent,
}: CritiqueDeskProps & {
  readonly drawing: Answer<"GET /submission/{id}">;
  readonly kept: KeptDraft;
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
              ? `${studentName} took the latest round back. It’ll show up here again once it’s handed in.`
              : "You’ve critiqued this drawing."}
          </p>
          <KeptWords {...kept} />
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
            key={waiting._id}
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

function KeptWords({ draft, forget }: Pick<KeptDraft, "draft" | "forget">) {
  if (isEmptyDraft(draft)) return null;
  return (
    <section className="panel stack is-start kept-words" aria-labelledby="kept-words">
      <h2 id="kept-words" className="subheading">
        Your draft is still here
      </h2>
      <p>{draft.text}</p>
      {draft.pins.length > 0 && (
        <ul>
          {draft.pins.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
      <Button look="quiet" size="small" onClick={forget}>
        Delete it
      </Button>
    </section>
  );
}

export interface DraftPin extends Place {
  readonly key: number;
  readonly pictureId: string;
  readonly text: string;
}

export interface CritiqueDraft {
  readonly text: string;
  readonly pins: readonly DraftPin[];
  readonly verdict: Verdict | undefined;
}

const emptyDraft: CritiqueDraft = { text: "", pins: [], verdict: undefined };

const isEmptyDraft = ({ text, pins }: CritiqueDraft): boolean => text.trim() === "" && pins.length === 0;

/** Whether the draft equals the latest critique, whose text the server has trimmed. */
function isSent({ text, pins, verdict }: CritiqueDraft, rounds: readonly DrawnRound[]): boolean {
  const sent = rounds.find(({ critique }) => critique)?.critique;
  return (
    sent?.text === text.trim() &&
    sent.verdict === verdict &&
    sent.pins.length === pins.length &&
    sent.pins.every((pin, at) => pin.text === pins[at]?.text.trim())
  );
}

export interface KeptDraft {
  readonly draft: CritiqueDraft;
  readonly edit: (change: Partial<CritiqueDraft>) => void;
  readonly forget: () => void;
}

/** Stored until it is sent; stays on the page even if another tab has sent its own. */
function useCritiqueDraft(submissionId: string): KeptDraft {
  const { email } = useMember().user;
  const key = `critique draft ${email} ${submissionId}`;
  const [draft, setDraft] = useState(() => readDraft(key, `critique draft ${submissionId}`));
  return {
    draft,
    edit: (change) => {
      const next = { ...draft, ...change };
      setDraft(next);
      // A full storage must not stop the page.
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {}
    },
    forget: () => {
      localStorage.removeItem(key);
      setDraft(emptyDraft);
    },
  };
}

/** @param formerKey as until 2026-11-29, without the person */
function readDraft(key: string, formerKey: string): CritiqueDraft {
  try {
    const former = localStorage.getItem(formerKey);
    if (former !== null) localStorage.setItem(key, localStorage.getItem(key) ?? former);
    localStorage.removeItem(formerKey);
    return { ...emptyDraft, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<CritiqueDraft>) };
  } catch {
    return emptyDraft;
  }
}
