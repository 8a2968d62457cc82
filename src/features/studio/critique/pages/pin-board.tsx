import { type MouseEvent, type PointerEvent, useRef } from "react";
import { Button } from "../../../../ui/button.tsx";
import { FieldError } from "../../../../ui/field.tsx";
import { maxLength } from "../policy.ts";
import { DrawingPicture } from "./drawing-picture.tsx";
import type { StoredPicture } from "./picture-list.ts";
import { type Place, movedBy, placeAt, placeInWords } from "./pinned-picture.tsx";
import type { DraftPin } from "./critique-draft.tsx";
import "./pinned-picture.css";

export type SetBy = "keyboard" | "touch" | "mouse";

interface PinBoardProps {
  readonly picture: StoredPicture;
  readonly alt: string;
  readonly label: string;
  readonly pins: readonly { readonly pin: DraftPin; readonly number: number }[];
  readonly onSet: (place: Place, by: SetBy) => void;
  readonly onMove: (key: number, place: Place) => void;
  readonly onRemove: (key: number) => void;
  readonly onOpen: (key: number) => void;
}

/** Pixels; less movement of a resting finger is not a drag. */
const dragDistance = 4;

export function PinBoard(props: PinBoardProps) {
  const { picture, alt, label, pins, onSet, onMove, onRemove, onOpen } = props;
  const board = useRef<HTMLDivElement>(null);
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Place => {
    const { left, top, width, height } = board.current!.getBoundingClientRect();
    return placeAt((clientX - left) / width, (clientY - top) / height);
  };
  const handleClick = (event: MouseEvent): void => {
    // A click without a pointer comes from Enter or the space bar.
    if (event.detail === 0) return onSet({ x: 0.5, y: 0.5 }, "keyboard");
    const { nativeEvent } = event;
    const isTouch = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === "touch";
    onSet(placeOf(event), isTouch ? "touch" : "mouse");
  };
  return (
    <DrawingPicture picture={picture} alt={alt} sizes="(width <= 63.75em) 92vw, 760px">
      <div className="pin-board" ref={board}>
        <button
          type="button"
          className="pin-surface"
          aria-label={label}
          aria-describedby="pin-help"
          onClick={handleClick}
        />
        {pins.map(({ pin, number }) => (
          <PinHandle
            key={pin.key}
            pin={pin}
            number={number}
            placeOf={placeOf}
            onMove={(place) => onMove(pin.key, place)}
            onRemove={() => onRemove(pin.key)}
            onOpen={() => onOpen(pin.key)}
          />
        ))}
      </div>
    </DrawingPicture>
  );
}

export const pinHandleId = (key: number): string => `pin-handle-${key}`;

interface PinHandleProps {
  readonly pin: DraftPin;
  readonly number: number;
  readonly placeOf: (point: { clientX: number; clientY: number }) => Place;
  readonly onMove: (place: Place) => void;
  readonly onRemove: () => void;
  readonly onOpen: () => void;
}

function PinHandle({ pin, number, placeOf, onMove, onRemove, onOpen }: PinHandleProps) {
  const drag = useRef<{ readonly x: number; readonly y: number; hasMoved: boolean }>(undefined);
  const handlePointerMove = (event: PointerEvent): void => {
    const { current } = drag;
    if (!current) return;
    const distance = Math.hypot(event.clientX - current.x, event.clientY - current.y);
    if (!current.hasMoved && distance < dragDistance) return;
    current.hasMoved = true;
    onMove(placeOf(event));
  };
  return (
    <button
      type="button"
      id={pinHandleId(pin.key)}
      className="pin"
      style={{ left: `${pin.x * 100}%`, top: `${pin.y * 100}%` }}
      aria-label={`Pin ${number}, ${placeInWords(pin)}`}
      aria-describedby="pin-help"
      onKeyDown={(event) => {
        const moved = movedBy(pin, event.key, event.shiftKey);
        if (moved) onMove(moved);
        else if (event.key === "Delete" || event.key === "Backspace") onRemove();
        else return;
        event.preventDefault();
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, hasMoved: false };
      }}
      onPointerMove={handlePointerMove}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
      onClick={() => {
        const wasDragged = drag.current?.hasMoved === true;
        drag.current = undefined;
        if (!wasDragged) onOpen();
      }}
    >
      {number}
    </button>
  );
}

interface PinTextProps {
  readonly pin: DraftPin;
  readonly number: number;
  readonly pictureNumber: number | undefined;
  readonly error: string | undefined;
  readonly isMoving: boolean;
  readonly isBusy: boolean;
  readonly onText: (text: string) => void;
  readonly onMoving: (isMoving: boolean) => void;
  readonly onRemove: () => void;
}

export const pinTextId = (key: number): string => `pin-text-${key}`;

/** Tapping Move and then a picture replaces a drag. */
export function PinText(props: PinTextProps) {
  const { pin, number, pictureNumber, error, isMoving, isBusy, onText, onMoving, onRemove } = props;
  const id = pinTextId(pin.key);
  return (
    <li className="field">
      <label htmlFor={id} className="row pin-label">
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
        readOnly={isBusy}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        onChange={({ target }) => onText(target.value)}
      />
      <FieldError id={`${id}-error`} message={error} />
      <div className="cluster pin-actions">
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
