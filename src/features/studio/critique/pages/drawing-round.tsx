import { type ReactNode, useId } from "react";
import { formatDay } from "../../../../ui/day.ts";
import { Moment } from "../../../../ui/timestamp.tsx";
import type { Answer } from "../../../../access/api-query.ts";
import { Hanamaru } from "../../../../ui/dialog.tsx";
import { DrawingPicture } from "./drawing-picture.tsx";
import { PinnedPicture, placeInWords } from "./pinned-picture.tsx";
import "./drawing-round.css";

export type OwnSubmission = Answer<"GET /class/{classId}/lesson/{id}/submission">;
export type DrawnRound = OwnSubmission["rounds"][number];
type Critique = NonNullable<DrawnRound["critique"]>;

interface DrawingRoundProps {
  readonly round: DrawnRound;
  /** "you", or a name. */
  readonly by: string;
  readonly heading: "h2" | "h3";
  readonly renderTools?: (critique: Critique) => ReactNode;
}

export function DrawingRound({ round, by, heading: Heading, renderTools }: DrawingRoundProps) {
  const { number, note, handedIn, pictures, critique } = round;
  const id = useId();
  const byYou = by === "you";
  const isGone = (pin: NumberedPin): boolean => !pictures.some(({ _id }) => _id === pin.pictureId);
  const pins = critique?.pins.map((pin, at) => ({ ...pin, number: at + 1 })) ?? [];
  return (
    <article className="stack drawing-round" aria-labelledby={id}>
      <Heading id={id} className="subheading">
        Round {number}
        <span className="drawing-round-at">, handed in on {formatDay(new Date(String(handedIn)))}</span>
      </Heading>
      {critique && (
        <CritiqueText critique={critique} tools={critique.isHidden ? undefined : renderTools?.(critique)} />
      )}
      {pictures.length > 0 ? (
        pictures.map((picture, index) => (
          <DrawnPicture
            key={picture._id}
            roundId={round._id}
            picture={picture}
            alt={`Picture ${index + 1} of ${pictures.length} by ${by}`}
            number={pictures.length > 1 ? index + 1 : undefined}
            pins={pins.filter(({ pictureId }) => pictureId === picture._id)}
            isAccepted={index === 0 && critique?.verdict === "accepted"}
          />
        ))
      ) : (
        <p className="quiet is-small">
          The pictures of this round were removed a month after {byYou ? "you" : by} left the class.
        </p>
      )}
      {pins.some(isGone) && (
        <ol role="list" className="pinned-notes">
          {pins.filter(isGone).map((pin) => (
            <PinNote key={pin.number} pin={pin} roundId={round._id} />
          ))}
        </ol>
      )}
      {note && (
        <p className="drawing-round-note">
          <strong>{byYou ? "Your note" : `${by}’s note`}: </strong>
          <bdi>{note}</bdi>
        </p>
      )}
    </article>
  );
}

function CritiqueText({
  critique: { instructorName, text, verdict, at, isHidden },
  tools,
}: {
  readonly critique: Critique;
  readonly tools: ReactNode;
}) {
  return (
    <div className="critique">
      <div className="row critique-head">
        <p className="quiet is-small critique-by">
          <strong>{instructorName}</strong> {verdict === "accepted" ? "accepted it" : "asks for another try"},{" "}
          <Moment at={at} />
        </p>
        {tools}
      </div>
      <p className="critique-text" dir="auto">
        {isHidden ? "We removed this critique." : text}
      </p>
    </div>
  );
}

type NumberedPin = Critique["pins"][number] & { readonly number: number };

interface DrawnPictureProps {
  readonly roundId: string;
  readonly picture: DrawnRound["pictures"][number];
  readonly alt: string;
  /** Undefined for a round of one picture. */
  readonly number: number | undefined;
  readonly pins: readonly NumberedPin[];
  readonly isAccepted: boolean;
}

function DrawnPicture({ roundId, picture, alt, number, pins, isAccepted }: DrawnPictureProps) {
  return (
    <figure>
      <PinnedPicture
        notes={pins.map((pin) => ({
          key: pin.number,
          place: pin,
          item: <PinNote key={pin.number} pin={pin} roundId={roundId} pictureNumber={number} />,
        }))}
      >
        <DrawingPicture picture={picture} alt={alt} sizes="(width <= 53.75em) 92vw, 720px">
          {isAccepted && <Hanamaru />}
          {pins.map((pin) => (
            <a
              key={pin.number}
              className="pin"
              href={`#${pinId(roundId, pin)}`}
              style={{ left: `${pin.x * 100}%`, top: `${pin.y * 100}%` }}
            >
              <span className="visually-hidden">Pin </span>
              {pin.number}
            </a>
          ))}
        </DrawingPicture>
      </PinnedPicture>
      {number !== undefined && <figcaption>Picture {number}</figcaption>}
    </figure>
  );
}

const pinId = (roundId: string, { number }: NumberedPin): string => `pin-${roundId}-${number}`;

interface PinNoteProps {
  readonly pin: NumberedPin;
  readonly roundId: string;
  readonly pictureNumber?: number | undefined;
}

const PinNote = ({ pin, roundId, pictureNumber }: PinNoteProps) => (
  <li id={pinId(roundId, pin)} tabIndex={-1} className="pin-note">
    <span className="pin-number">
      <span className="visually-hidden">Pin </span>
      {pin.number}
    </span>
    <span>
      <span className="subline pin-where">
        {pictureNumber !== undefined && `picture ${pictureNumber}, `}
        {placeInWords(pin)}
      </span>
      {pin.text}
    </span>
  </li>
);
