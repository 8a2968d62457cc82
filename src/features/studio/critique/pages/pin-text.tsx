import type { ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { FieldError } from "../../../../ui/field.tsx";
import { placeInWords } from "./pins.ts";
import { maxLength } from "../policy.ts";
import type { DraftPin } from "./use-critique-draft.ts";

interface PinTextProps {
  readonly pin: DraftPin;
  readonly number: number;
  /** Undefined for a round of one picture. */
  readonly pictureNumber: number | undefined;
  readonly error: string | undefined;
  readonly isMoving: boolean;
  readonly onText: (text: string) => void;
  readonly onMoving: (isMoving: boolean) => void;
  readonly onRemove: () => void;
}

export const pinTextId = (key: number): string => `pin-text-${key}`;

/** The words of a pin. A tap on Move and one on a picture replace a drag. */
export function PinText(props: PinTextProps): ReactNode {
  const { pin, number, pictureNumber, error, isMoving, onText, onMoving, onRemove } = props;
  const id = pinTextId(pin.key);
  return (
    <li className="field">
      <label htmlFor={id} className="pin-label">
        <span className="pin-number">
          <span className="visually-hidden">Pin </span>
          {number}
          <span className="visually-hidden">, </span>
        </span>
        <span>
          {pictureNumber !== undefined && `picture ${pictureNumber}, `}
          {placeInWords(pin)}
        </span>
      </label>
      <textarea
        className="input"
        id={id}
        rows={2}
        maxLength={maxLength.pin}
        value={pin.text}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        onChange={({ target }) => onText(target.value)}
      />
      <FieldError id={`${id}-error`} message={error} />
      <div className="pin-actions">
        <Button look="quiet" size="small" aria-pressed={isMoving} onClick={() => onMoving(!isMoving)}>
          {isMoving ? "Tap its new place" : "Move"}
          <span className="visually-hidden"> pin {number}</span>
        </Button>
        <Button look="quiet" size="small" onClick={onRemove}>
          Remove<span className="visually-hidden"> pin {number}</span>
        </Button>
      </div>
    </li>
  );
}
