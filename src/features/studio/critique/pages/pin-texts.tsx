import type { ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { FieldError } from "../../../../ui/field.tsx";
import { placeInWords } from "./pins.ts";
import { maxLength } from "../policy.ts";
import type { DraftPin } from "./use-critique-draft.ts";

interface PinTextsProps {
  readonly pins: readonly DraftPin[];
  /** In order. */
  readonly pictureIds: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
  readonly moving: number | undefined;
  readonly onText: (key: number, text: string) => void;
  readonly onMoving: (key: number | undefined) => void;
  readonly onRemove: (key: number) => void;
}

export const pinTextId = (key: number): string => `pin-text-${key}`;

/** The words of the pins. A tap on Move and one on a picture stand for a drag. */
export function PinTexts(props: PinTextsProps): ReactNode {
  const { pins, pictureIds, errors, moving, onText, onMoving, onRemove } = props;
  if (pins.length === 0) return null;
  return (
    <ol role="list" className="pin-texts">
      {pins.map((pin, index) => {
        const id = pinTextId(pin.key);
        const picture = pictureIds.length > 1 ? `picture ${pictureIds.indexOf(pin.pictureId) + 1}, ` : "";
        const number = index + 1;
        return (
          <li key={pin.key} className="field">
            <label htmlFor={id} className="pin-label">
              <span className="pin-number">
                <span className="visually-hidden">Pin </span>
                {number}
                <span className="visually-hidden">, </span>
              </span>
              <span>
                {picture}
                {placeInWords(pin)}
              </span>
            </label>
            <textarea
              className="input"
              id={id}
              rows={2}
              maxLength={maxLength.pin}
              value={pin.text}
              aria-invalid={errors[id] ? true : undefined}
              aria-describedby={errors[id] && `${id}-error`}
              onChange={({ target }) => onText(pin.key, target.value)}
            />
            <FieldError id={`${id}-error`} message={errors[id]} />
            <div className="pin-actions">
              <Button
                look="quiet"
                size="small"
                aria-pressed={moving === pin.key}
                onClick={() => onMoving(moving === pin.key ? undefined : pin.key)}
              >
                {moving === pin.key ? "Tap its new place" : "Move"}
                <span className="visually-hidden"> pin {number}</span>
              </Button>
              <Button look="quiet" size="small" onClick={() => onRemove(pin.key)}>
                Take off<span className="visually-hidden"> pin {number}</span>
              </Button>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
