import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { failureText } from "../../ui/connection.ts";
import { FormError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { systemClock } from "../../platform/clock.ts";
import { api } from "../../access/session.ts";
import {
  DrawingRound,
  type DrawnRound,
  type OwnSubmission,
} from "../../features/studio/critique/pages/drawing-round.tsx";
import { HandInForm } from "../../features/studio/critique/pages/hand-in-form.tsx";
import { MediaFailure } from "../../features/studio/critique/pages/drawing-picture.tsx";
import { useMediaSession } from "../../features/classroom/playback/pages/media-session-query.ts";
import { ContentMenu } from "../../features/shared/content-menu.tsx";
import { ShowToClass, ShowToEveryone } from "../../features/studio/gallery/pages/show-drawing.tsx";
import { submissionQuery } from "./learning-queries.ts";
import "./lesson-page.css";

interface ExerciseDrawingsProps {
  readonly place: { readonly classId: string; readonly lessonId: string };
  /** Former students see their drawings, and nothing if there are none. */
  readonly isFormer?: boolean;
}

export default function ExerciseDrawings({ place, isFormer = false }: ExerciseDrawingsProps) {
  const { classId, lessonId } = place;
  const queries = useQueryClient();
  const query = submissionQuery(classId, lessonId);
  const { data: own, error, refetch } = useQuery(query);
  const media = useMediaSession();
  const heading = useRef<HTMLHeadingElement>(null);
  if (isFormer && !own?.rounds.length) return null;
  if (!own) return <QueryStatus query={{ error, refetch }} what="your drawings" shape="sheet" count={1} />;
  const [latest, ...earlier] = own.rounds;
  const show = (next: OwnSubmission): void => void queries.setQueryData(query.queryKey, next);
  // The focused button is gone with its form.
  const showFromTop = (next: OwnSubmission): void => {
    show(next);
    heading.current?.focus();
  };
  return (
    <section className="panel stack drawings" aria-labelledby="drawings">
      <h2 id="drawings" className="subheading is-large" tabIndex={-1} ref={heading}>
        Your drawing
      </h2>
      <Standing own={own} place={place} onTakenBack={showFromTop} />
      <MediaFailure />
      {media.data && latest && <OwnRound round={latest} />}
      {own._id && own.rounds.length > 0 && !own.isStaff && !isFormer && (
        <ShowToClass
          place={{ classId, id: own._id }}
          isShown={own.isShown}
          isHidden={own.isHidden}
          onChanged={(isShown) => {
            show({ ...own, isShown });
            void refetch();
          }}
        />
      )}
      {own._id && own.isShown && own.mayBePublic && (
        <ShowToEveryone
          place={{ classId, id: own._id }}
          instructorName={own.instructorName}
          isPublic={own.isPublic}
          onChanged={(isPublic) => show({ ...own, isPublic })}
        />
      )}
      {own.mayHandIn && media.data && (
        <div className="stack drawings-next">
          {latest && <h3 className="subheading">Round {latest.number + 1}</h3>}
          <HandInForm
            key={String(own.rounds.length)}
            place={place}
            own={own}
            onHandedIn={showFromTop}
            onOutdated={async () => {
              const { data, isSuccess } = await refetch();
              return isSuccess ? data : undefined;
            }}
          />
        </div>
      )}
      {media.data && earlier.map((round) => <OwnRound key={round._id} round={round} />)}
    </section>
  );
}

const OwnRound = ({ round }: { readonly round: DrawnRound }) => (
  <DrawingRound
    round={round}
    by="you"
    heading="h3"
    renderTools={({ _id, instructorName }) => <ContentMenu kind="critique" id={_id} by={instructorName} />}
  />
);

interface StandingProps {
  readonly own: OwnSubmission;
  readonly place: ExerciseDrawingsProps["place"];
  readonly onTakenBack: (own: OwnSubmission) => void;
}

function Standing({ own, place, onTakenBack }: StandingProps) {
  return (
    <div className="stack is-start is-close drawings-standing">
      <StandingBadge own={own} />
      {/* Complete, because Orca reads only the last of several texts. */}
      <p role="status" aria-atomic="true">
        <StandingText own={own} />
      </p>
      {!own.isStaff && own.state === "handed-in" && <TakeBack place={place} onTakenBack={onTakenBack} />}
    </div>
  );
}

function StandingBadge({ own: { isStaff, hasSeat, state, instructorName } }: Pick<StandingProps, "own">) {
  if (isStaff || !hasSeat) return null;
  if (state === "handed-in")
    return (
      <p className="badge status-badge is-pending">
        <Icon name="clock" />
        Waiting for {instructorName}
      </p>
    );
  if (state === "accepted")
    return (
      <p className="badge status-badge is-approved">
        <Icon name="check" />
        Accepted
      </p>
    );
  return (
    state === "again" && (
      <p className="badge status-badge is-pending">
        <Icon name="chevronRight" />
        Another try
      </p>
    )
  );
}

const days = (count: number): string => (count === 1 ? "a day" : `${count} days`);

function StandingText({ own }: Pick<StandingProps, "own">) {
  const { state, rounds, waiting, instructorName, isTaught, promisedDays, isStaff, hasSeat, isShown } = own;
  const [latest] = rounds;
  if (isStaff)
    return `Students hand in here: up to five pictures from their phone or computer, with a note. You’ve promised them a critique within ${days(promisedDays)}.`;
  if (!hasSeat)
    return isShown
      ? "You don’t have a seat in this class anymore. Your pictures stay here as long as you share them."
      : "You don’t have a seat in this class anymore. Your pictures stay here for 30 days.";
  if (!isTaught && state !== "accepted" && state !== "again")
    return (
      <>
        {instructorName} isn’t teaching at the moment.{" "}
        {state === "handed-in" ? "Your drawing is kept. " : "You can hand in your drawing all the same. "}
        <Link to="/contact-us">Ask us</Link> who will answer it.
      </>
    );
  if (state === "handed-in" && latest) {
    const { promisedBy } = latest;
    const isOverdue = new Date(String(promisedBy)) < systemClock.now();
    return (
      <>
        {isOverdue ? (
          <>
            Your critique was promised by <Moment at={promisedBy} />. We’re reminding {instructorName}. Still
            nothing? <Link to="/contact-us">Tell us</Link> and we’ll step in.
          </>
        ) : (
          <>
            You’ll hear back by <Moment at={promisedBy} />.
          </>
        )}{" "}
        {instructorName} sees this:
      </>
    );
  }
  if (state === "accepted")
    return `${latest?.critique?.instructorName} accepted your drawing. This exercise is done and counts toward your certificate.`;
  if (state === null)
    return (
      <>
        Draw it, take a photo, and hand it in: {instructorName} promises a critique within{" "}
        {days(promisedDays)}. If it’s late, we remind {instructorName}, and you can{" "}
        <Link to="/contact-us">tell us</Link>. Only you, {instructorName} and our admins can see your
        pictures, unless you share them with your class.
      </>
    );
  if (state === "again")
    return `${latest?.critique?.instructorName} left a critique and would like another try. Read it, draw it again, and hand it in.`;
  if (waiting.length === 0)
    return `The pictures you handed in aren’t here anymore. Add new ones and hand them in: ${instructorName} promises a critique within ${days(promisedDays)}.`;
  return `You undid the hand-in, so ${instructorName} can’t see it anymore. Change what you like and hand it in again. We keep the pictures you took back for 30 days, and new ones that you don’t hand in for a day.`;
}

function TakeBack({
  place: { classId, lessonId: id },
  onTakenBack,
}: Pick<StandingProps, "place" | "onTakenBack">) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      onTakenBack(await api("DELETE /class/{classId}/lesson/{id}/submission", { params: { classId, id } }));
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <div className="stack is-start is-close">
      <Button look="quiet" size="small" busy={isBusy && "Undoing…"} onClick={() => void takeBack()}>
        Undo hand-in
      </Button>
      <FormError>{failure}</FormError>
    </div>
  );
}
