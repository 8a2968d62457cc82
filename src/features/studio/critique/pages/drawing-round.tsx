import { type ReactNode, useId } from "react";
import { formatDay } from "../../../../ui/day.ts";
import { Moment } from "../../../../ui/timestamp.tsx";
import type { Answer } from "../../../../access/api-query.ts";
import { DrawingPicture } from "./drawing-picture.tsx";
import { placeInWords } from "./pins.ts";
import "./drawing-round.css";

export type OwnSubmission = Answer<"GET /class/{classId}/lesson/{id}/submission">;
export type DrawnRound = OwnSubmission["rounds"][number];
type Critique = NonNullable<DrawnRound["critique"]>;

interface DrawingRoundProps {
  readonly round: DrawnRound;
  /** Whose drawing it is: "you", or a name. */
  readonly by: string;
  readonly heading: "h2" | "h3";
  /** Below a critique. */
  readonly renderTools?: (critique: Critique) => ReactNode;
}

/** One round as both see it, the student and the teacher. */
export function DrawingRound({ round, by, heading: Heading, renderTools }: DrawingRoundProps): ReactNode {
  const { number, note, handedIn, pictures, critique } = round;
  const id = useId();
  const byYou = by === "you";
  return (
    <article className="drawing-round" aria-labelledby={id}>
      <Heading id={id}>
        Round {number}
        <span className="drawing-round-at">, handed in on {formatDay(new Date(String(handedIn)))}</span>
      </Heading>
      {critique && (
        <CritiqueText critique={critique} pictures={pictures} roundId={round._id}>
          {!critique.isHidden && renderTools?.(critique)}
        </CritiqueText>
      )}
      {pictures.length > 0 ? (
        <div className="drawing-round-pictures">
          {pictures.map((picture, index) => (
            <figure key={picture._id}>
              <DrawingPicture
                picture={picture}
                alt={`Picture ${index + 1} of ${pictures.length} by ${by}`}
                sizes="(width <= 860px) 92vw, 720px"
              >
                {critique?.pins.map(
                  (pin, at) =>
                    pin.pictureId === picture._id && (
                      <a
                        // Pins have no identity but their place in the list.
                        // oxlint-disable-next-line react/no-array-index-key
                        key={at}
                        className="pin"
                        href={`#${pinId(round._id, at)}`}
                        style={{ left: `${pin.x * 100}%`, top: `${pin.y * 100}%` }}
                      >
                        <span className="visually-hidden">Pin </span>
                        {at + 1}
                      </a>
                    ),
                )}
              </DrawingPicture>
              {pictures.length > 1 && <figcaption>Picture {index + 1}</figcaption>}
            </figure>
          ))}
        </div>
      ) : (
        <p className="drawing-round-gone">
          The pictures of this round were removed a month after {byYou ? "you" : by} left the class.
        </p>
      )}
      {note && (
        <p className="drawing-round-note">
          <strong>{byYou ? "Your note" : `${by}'s note`}: </strong>
          {note}
        </p>
      )}
    </article>
  );
}

const pinId = (roundId: string, at: number): string => `pin-${roundId}-${at + 1}`;

function CritiqueText({
  critique,
  pictures,
  roundId,
  children,
}: {
  readonly critique: Critique;
  readonly pictures: DrawnRound["pictures"];
  readonly roundId: string;
  readonly children: ReactNode;
}): ReactNode {
  const { instructorName, text, pins, verdict, at, isHidden } = critique;
  return (
    <div className="critique">
      <p className="critique-by">
        <strong>{instructorName}</strong> {verdict === "accepted" ? "accepted it" : "asks for it once more"},{" "}
        <Moment at={at} />
      </p>
      <p className="critique-text">{isHidden ? "The school has taken these words down." : text}</p>
      {pins.length > 0 && (
        <ol role="list" className="critique-pins">
          {pins.map((pin, index) => {
            const picture = pictures.findIndex(({ _id }) => _id === pin.pictureId);
            const where = `${pictures.length > 1 && picture >= 0 ? `picture ${picture + 1}, ` : ""}${placeInWords(pin)}`;
            return (
              // oxlint-disable-next-line react/no-array-index-key -- pins have no other identity
              <li key={index} id={pinId(roundId, index)} tabIndex={-1}>
                <span className="pin-number">
                  <span className="visually-hidden">Pin </span>
                  {index + 1}
                </span>
                <span>
                  <span className="critique-where">{where}</span>
                  {pin.text}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {children}
    </div>
  );
}
