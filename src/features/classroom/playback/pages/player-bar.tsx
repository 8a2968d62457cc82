import type { ReactNode } from "react";
import { DrawnIcon } from "../../../../ui/icons.tsx";
import { type LessonVideo, timeOf } from "./lesson-video.ts";
import { type Loop, speeds } from "./player-state.ts";

const drawings = {
  frameBack: "M17 5 8 12l9 7ZM5 5v14",
  frameForward: "m7 5 9 7-9 7ZM19 5v14",
  flip: "M12 3v18M9 7v10H2ZM15 7v10h7Z",
  fullScreen: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
} as const;

const keys = [
  [",", "one frame back"],
  [".", "one frame forward"],
  ["A", "start of the loop"],
  ["B", "end of the loop"],
  ["C", "captions on or off"],
  ["F", "flip the picture"],
  ["[", "slower"],
  ["]", "faster"],
  ["Space", "play or pause"],
] as const;

export interface PlayerBarProps {
  readonly speed: number;
  readonly isFlipped: boolean;
  readonly loop: Loop;
  readonly heights: readonly number[];
  readonly height: number | undefined;
  readonly captions: LessonVideo["captions"];
  readonly shownCaptions: string | undefined;
  readonly onSpeed: (speed: number) => void;
  readonly onFlip: () => void;
  readonly onStep: (direction: -1 | 1) => void;
  readonly onLoopStart: () => void;
  readonly onLoopEnd: () => void;
  readonly onLoopClear: () => void;
  readonly onCaptions: (language: string | undefined) => void;
  readonly onHeight: (height: number | undefined) => void;
  /** Undefined where the browser cannot. */
  readonly onFullScreen: (() => void) | undefined;
}

export function PlayerBar(props: PlayerBarProps): ReactNode {
  const { speed, isFlipped, loop, captions, heights, height, onFullScreen } = props;
  const hasLoop = loop.from !== undefined;
  return (
    <div className="player-bar" role="group" aria-label="Drawing tools">
      <Tool label="One frame back" onClick={() => props.onStep(-1)} drawing={drawings.frameBack} />
      <Tool label="One frame forward" onClick={() => props.onStep(1)} drawing={drawings.frameForward} />
      <label className="player-choice">
        <span>Speed</span>
        <select value={speed} onChange={(event) => props.onSpeed(Number(event.target.value))}>
          {speeds.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="player-tool" aria-pressed={isFlipped} onClick={props.onFlip}>
        <DrawnIcon drawing={drawings.flip} />
        Flip
      </button>
      <div className="player-loop" role="group" aria-label="Loop">
        <button type="button" className="player-tool" aria-pressed={hasLoop} onClick={props.onLoopStart}>
          A<span className="visually-hidden">: start of the loop</span>
          {loop.from !== undefined && <span className="player-time">{timeOf(loop.from)}</span>}
        </button>
        <button
          type="button"
          className="player-tool"
          aria-pressed={loop.to !== undefined}
          onClick={props.onLoopEnd}
        >
          B<span className="visually-hidden">: end of the loop</span>
          {loop.to !== undefined && <span className="player-time">{timeOf(loop.to)}</span>}
        </button>
        {hasLoop && (
          <button type="button" className="player-tool" onClick={props.onLoopClear}>
            End loop
          </button>
        )}
      </div>
      {captions.length > 0 && (
        <label className="player-choice">
          <span>Captions</span>
          <select
            value={props.shownCaptions ?? ""}
            onChange={(event) => props.onCaptions(event.target.value || undefined)}
          >
            <option value="">Off</option>
            {captions.map(({ language, label }) => (
              <option key={language} value={language}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {heights.length > 1 && (
        <label className="player-choice">
          <span>Quality</span>
          <select
            value={height ?? ""}
            onChange={(event) => props.onHeight(Number(event.target.value) || undefined)}
          >
            <option value="">Auto</option>
            {heights.map((each) => (
              <option key={each} value={each}>
                {each}p
              </option>
            ))}
          </select>
        </label>
      )}
      {onFullScreen && (
        <Tool label="Full screen with tools" onClick={onFullScreen} drawing={drawings.fullScreen} />
      )}
      <details className="player-keys">
        <summary className="player-tool">Keys</summary>
        <dl>
          {keys
            .filter(([key]) => key !== "C" || captions.length > 0)
            .map(([key, meaning]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
        </dl>
      </details>
    </div>
  );
}

function Tool({
  label,
  drawing,
  onClick,
}: {
  readonly label: string;
  readonly drawing: string;
  readonly onClick: () => void;
}): ReactNode {
  return (
    <button type="button" className="player-tool" aria-label={label} onClick={onClick}>
      <span title={label}>
        <DrawnIcon drawing={drawing} />
      </span>
    </button>
  );
}
