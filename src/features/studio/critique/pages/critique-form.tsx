import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "../../../../http/client.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { ErrorSummary, FieldError, FormError, TextArea } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { api } from "../../../../access/session.ts";
import type { DrawnRound } from "./drawing-round.tsx";
import { PinnedPicture, type Place, placeInWords } from "./pinned-picture.tsx";
import { maxLength, maxPins, messages } from "../policy.ts";
import { refetchCalls } from "../../../../access/api-query.ts";
import { PinBoard, type SetBy, pinHandleId, PinText, pinTextId } from "./pin-board.tsx";
import { type CritiqueDraft, type DraftPin, type KeptDraft, KeptWords, pinsOn } from "./critique-draft.tsx";

interface CritiqueFormProps {
  readonly kept: KeptDraft;
  readonly round: DrawnRound;
  readonly studentName: string;
  readonly showsPictures: boolean;
  readonly onSent: () => void;
}

type Errors = Readonly<Record<string, string>>;

export function CritiqueForm({ kept, round, studentName, showsPictures, onSent }: CritiqueFormProps) {
  const { pictures } = round;
  const { pins, outdated } = pinsOn(round, kept.draft);
  const draft = { ...kept.draft, pins };
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // A critique can't be changed once it is sent.
  const edit: KeptDraft["edit"] = (change) => {
    if (!isBusy) kept.edit(change);
  };
  const editPins = (next: readonly DraftPin[]): void => edit({ pins: [...next, ...outdated] });
  const [said, setSaid] = useState("");
  const [moving, setMoving] = useState<number>();
  const [seen, setSeen] = useState(round._id);
  // Another round has come. A key would take the focus out of the field.
  if (seen !== round._id) {
    setSeen(round._id);
    setErrors({});
    setMoving(undefined);
  }
  const summary = useRef<HTMLDivElement>(null);

  const movePin = (key: number, place: Place, pictureId?: string): void => {
    editPins(
      pins.map((pin) => (pin.key === key ? { ...pin, ...place, ...(pictureId && { pictureId }) } : pin)),
    );
    const number = pins.findIndex((pin) => pin.key === key) + 1;
    setSaid(
      `Pin ${number}, ${placeInWords(place)}: ${percent(place.x)} from the left, ${percent(place.y)} down`,
    );
  };
  const setPin = (pictureId: string, place: Place, by: SetBy): void => {
    if (moving !== undefined) {
      movePin(moving, place, pictureId);
      setMoving(undefined);
      return focus(pinHandleId(moving));
    }
    if (pins.length >= maxPins) return setSaid(messages.manyPins);
    const key = Math.max(0, ...kept.draft.pins.map((pin) => pin.key)) + 1;
    // Synchronous, so that fast typing loses no letter.
    flushSync(() => editPins([...pins, { key, pictureId, ...place, text: "" }]));
    setSaid(`Pin ${pins.length + 1} is set, ${placeInWords(place)}`);
    focus(by === "mouse" ? pinTextId(key) : pinHandleId(key));
  };
  const removePin = (key: number): void => {
    const at = pins.findIndex((pin) => pin.key === key);
    const neighbor = pins[at + 1] ?? pins[at - 1];
    editPins(pins.filter((pin) => pin.key !== key));
    setSaid(`Pin ${at + 1} is removed`);
    focus(neighbor ? pinTextId(neighbor.key) : "critique-text");
  };

  const send = async (): Promise<void> => {
    const found = check(draft);
    flushSync(() => {
      setErrors(found);
      setFailure(undefined);
    });
    const [first, second] = Object.keys(found);
    if (first !== undefined) return second === undefined ? focus(first) : summary.current?.focus();
    setBusy(true);
    try {
      const { text, verdict } = draft;
      const body = {
        text,
        verdict: verdict!,
        pins: pins.map(({ pictureId, x, y, text: words }) => ({ pictureId, x, y, text: words })),
      };
      await api("POST /submission-rounds/{id}/critique", { params: { id: round._id }, body });
      kept.forget(round);
      toast(`Sent to ${studentName}`);
      onSent();
      await refetchCritiques();
    } catch (error) {
      setFailure(
        error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : failureText(error),
      );
      // Withdrawn, or answered in another tab: shows the current state, and keeps this text.
      if (error instanceof ApiError && [403, 404, 409].includes(error.status)) await refetchCritiques();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className="stack critique-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      {outdated.length > 0 && (
        // Screen readers ignore changes within an alert.
        <KeptWords
          key={outdated.length}
          role="alert"
          title="The pictures changed while you were writing"
          text="Your notes on the earlier ones:"
          pins={outdated}
          onDelete={() => {
            edit({ pins });
            focus("critique-text");
          }}
        />
      )}
      <div className="stack is-loose critique-pictures">
        <p id="pin-help" className="field-hint">
          Click or tap the drawing to add a pin. On a keyboard, arrow keys move it and Delete removes it.
        </p>
        {pictures.map((picture, index) => {
          const own = pins.flatMap((pin, at) =>
            pin.pictureId === picture._id ? [{ pin, number: at + 1 }] : [],
          );
          return (
            <figure key={picture._id}>
              <PinnedPicture
                notes={own.map(({ pin, number }) => ({
                  key: pin.key,
                  place: pin,
                  item: (
                    <PinText
                      key={pin.key}
                      pin={pin}
                      number={number}
                      pictureNumber={pictures.length > 1 ? index + 1 : undefined}
                      error={errors[pinTextId(pin.key)]}
                      isMoving={moving === pin.key}
                      isBusy={isBusy}
                      onText={(text) =>
                        editPins(pins.map((each) => (each.key === pin.key ? { ...each, text } : each)))
                      }
                      onMoving={(isMoving) => setMoving(isMoving ? pin.key : undefined)}
                      onRemove={() => removePin(pin.key)}
                    />
                  ),
                }))}
              >
                {showsPictures && (
                  <PinBoard
                    picture={picture}
                    alt={`Picture ${index + 1} of ${pictures.length} by ${studentName}`}
                    label={`${moving === undefined ? "Set a pin" : "Move the pin"} on picture ${index + 1}`}
                    pins={own}
                    onSet={(place, by) => setPin(picture._id, place, by)}
                    onMove={(key, place) => movePin(key, place)}
                    onRemove={removePin}
                    onOpen={(key) => focus(pinTextId(key))}
                  />
                )}
              </PinnedPicture>
              <figcaption>
                {pictures.length > 1 && `Picture ${index + 1}. `}
                <a href={`/media/submissions/${picture._id}/${picture.widths.at(-1)}.webp`} target="_blank">
                  Open full size<span className="visually-hidden">: picture {index + 1}, in a new tab</span>
                </a>
              </figcaption>
            </figure>
          );
        })}
      </div>
      <div className="stack is-loose critique-words">
        <ErrorSummary errors={errors} ref={summary} />
        <TextArea
          label="Your critique"
          name="critique-text"
          rows={6}
          maxLength={maxLength.text}
          hint="Saved as a draft in this browser. No one sees it until you send it."
          value={draft.text}
          readOnly={isBusy}
          error={errors["critique-text"]}
          onChange={({ target }) => edit({ text: target.value })}
        />
        <p className="visually-hidden" role="status">
          {said}
        </p>
        <div className="stack critique-send">
          <VerdictChoice
            verdict={draft.verdict}
            error={errors["verdict-accepted"]}
            onChoose={(verdict) => edit({ verdict })}
          />
          <Button type="submit" block busy={isBusy && "Sending…"}>
            Send to {studentName}
          </Button>
          <FormError>{failure}</FormError>
        </div>
      </div>
    </form>
  );
}

const verdictChoices = [
  { value: "accepted", label: "Accepted", hint: "The exercise is done" },
  { value: "again", label: "Try again", hint: "They redraw it and hand it in again" },
] as const;

interface VerdictChoiceProps {
  readonly verdict: CritiqueDraft["verdict"];
  readonly error: string | undefined;
  readonly onChoose: (verdict: "accepted" | "again") => void;
}

function VerdictChoice({ verdict, error, onChoose }: VerdictChoiceProps) {
  return (
    <fieldset className="stack is-tight verdicts" aria-describedby={error && "verdict-error"}>
      <legend className="field-label">Your verdict</legend>
      {verdictChoices.map(({ value, label, hint }) => (
        <label key={value} className="verdict">
          <input
            type="radio"
            name="verdict"
            id={`verdict-${value}`}
            value={value}
            checked={verdict === value}
            onChange={() => onChoose(value)}
          />
          <span>
            {label}
            <span className="field-hint">{hint}</span>
          </span>
        </label>
      ))}
      <FieldError id="verdict-error" message={error} />
    </fieldset>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const focus = (id: string): void => document.getElementById(id)?.focus();

function check({ text, pins, verdict }: CritiqueDraft): Errors {
  const empty = (pin: DraftPin): boolean => pin.text.trim() === "";
  return {
    ...(text.trim() === "" && { "critique-text": messages.noText }),
    ...Object.fromEntries(pins.filter(empty).map(({ key }) => [pinTextId(key), messages.noPinText])),
    ...(!verdict && { "verdict-accepted": messages.noVerdict }),
  };
}

const refetchCritiques = () => refetchCalls("GET /instructor/critiques/{email}", "GET /submission/{id}");
