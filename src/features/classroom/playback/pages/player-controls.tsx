import { type ReactNode, type Ref, type CSSProperties, useId } from "react";
import { DrawnIcon } from "../../../../ui/icons.tsx";
import { placePopover } from "../../../../ui/place-popover.ts";
import { type LessonVideo, timeOf } from "./lesson-video.ts";
import { type Loop, speeds } from "./player-state.ts";
import { setVolume, toggleMute, togglePlay, usePlayback, seekBy, seekTo } from "./video-element.ts";
import "./player-controls.css";

const drawings = {
  play: "M7 4v16l13-8Z",
  pause: "M8 5v14M16 5v14",
  again: "M4 12a8 8 0 1 0 2.6-5.9M4 3.5v4.2h4.2",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  muted: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  frameBack: "M17 5 8 12l9 7ZM5 5v14",
  frameForward: "m7 5 9 7-9 7ZM19 5v14",
  loop: "M17 3l3.5 3.5L17 10M20 6.5H8a4 4 0 0 0-4 4V12M7 21l-3.5-3.5L7 14M4 17.5h12a4 4 0 0 0 4-4V12",
  flip: "M12 3v18M9 7v10H2ZM15 7v10h7Z",
  captions: "M3 5.5h18v13H3ZM10.5 10.2a2.4 2.4 0 1 0 0 3.6M17 10.2a2.4 2.4 0 1 0 0 3.6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  fullScreen: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
} as const;

const keys = [
  ["Space", "play or pause"],
  ["←", "5 seconds back"],
  ["→", "5 seconds forward"],
  [",", "one frame back"],
  [".", "one frame forward"],
  ["A", "start of the loop"],
  ["B", "end of the loop"],
  ["F", "flip the picture"],
  ["[", "slower"],
  ["]", "faster"],
  ["M", "sound on or off"],
  ["C", "captions on or off"],
] as const;

export interface PlayerControlsProps {
  readonly video: HTMLVideoElement;
  readonly playButton: Ref<HTMLButtonElement>;
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
  readonly onFullScreen: (() => void) | undefined;
}

/** Not the browser's controls: they would be mirrored with the picture, and can't step or loop. */
export function PlayerControls(props: PlayerControlsProps) {
  const { video, playButton, speed, isFlipped, loop, captions, heights, height, onFullScreen } = props;
  const { isPaused, hasEnded } = usePlayback(video);
  const [only, ...others] = captions;
  const moreId = useId();
  return (
    <div className="player-bar" role="group" aria-label="Video controls">
      <Tool
        ref={playButton}
        label={hasEnded ? "Watch again" : isPaused ? "Play" : "Pause"}
        drawing={hasEnded ? drawings.again : isPaused ? drawings.play : drawings.pause}
        onClick={() => togglePlay(video)}
      />
      <PlayerTimeline video={video} loop={loop} />
      <div className="player-tools">
        <Sound video={video} />
        <Tool label="One frame back" onClick={() => props.onStep(-1)} drawing={drawings.frameBack} />
        <Tool label="One frame forward" onClick={() => props.onStep(1)} drawing={drawings.frameForward} />
        <LoopTool {...props} />
        <Tool label="Flip" drawing={drawings.flip} isPressed={isFlipped} onClick={props.onFlip} />
        <label className="player-choice">
          <span className="visually-hidden">Speed</span>
          <select value={speed} onChange={(event) => props.onSpeed(Number(event.target.value))}>
            {speeds.map((each) => (
              <option key={each} value={each}>
                {each}×
              </option>
            ))}
          </select>
        </label>
        {only && others.length === 0 && (
          <Tool
            label="Captions"
            drawing={drawings.captions}
            isPressed={props.shownCaptions !== undefined}
            onClick={() => props.onCaptions(props.shownCaptions ? undefined : only.language)}
          />
        )}
      </div>
      {onFullScreen && <Tool label="Full screen" onClick={onFullScreen} drawing={drawings.fullScreen} />}
      <div className="player-more">
        <Tool label="More" drawing={drawings.more} popoverTarget={moreId} />
        <div
          id={moreId}
          popover="auto"
          className="popover"
          role="group"
          aria-label="More"
          // Scrolls by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onBeforeToggle={placePopover}
        >
          {others.length > 0 && (
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
          <section className="player-keys" aria-labelledby="player-keys">
            <h2 id="player-keys">Shortcuts</h2>
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
          </section>
        </div>
      </div>
    </div>
  );
}

function LoopTool({
  loop: { from, to },
  onLoopStart,
  onLoopEnd,
  onLoopClear,
}: Pick<PlayerControlsProps, "loop" | "onLoopStart" | "onLoopEnd" | "onLoopClear">) {
  if (from === undefined)
    return <Tool label="Loop from here" drawing={drawings.loop} isPressed={false} onClick={onLoopStart} />;
  return to === undefined ? (
    <Tool label="Loop to here" drawing={drawings.loop} isPressed onClick={onLoopEnd}>
      {timeOf(from)}–
    </Tool>
  ) : (
    <Tool label="End loop" drawing={drawings.loop} isPressed onClick={onLoopClear}>
      {timeOf(from)}–{timeOf(to)}
    </Tool>
  );
}

function Sound({ video }: { readonly video: HTMLVideoElement }) {
  const { isMuted, volume } = usePlayback(video);
  return (
    <div className="player-sound">
      <Tool
        label={isMuted ? "Sound on" : "Sound off"}
        drawing={isMuted ? drawings.muted : drawings.sound}
        onClick={() => toggleMute(video)}
      />
      <input
        type="range"
        aria-label="Volume"
        aria-valuetext={`${Math.round(isMuted ? 0 : volume * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : volume}
        onChange={(event) => setVolume(video, Number(event.target.value))}
      />
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly drawing: string;
  readonly isPressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: () => void;
  readonly popoverTarget?: string;
  /** Visible only; screen readers read the label. */
  readonly children?: ReactNode;
}

function Tool({ label, drawing, isPressed, ref, onClick, popoverTarget, children }: ToolProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="player-tool"
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onClick}
      popoverTarget={popoverTarget}
    >
      {/* On the button, it would be read after the label. */}
      <span title={label}>
        <DrawnIcon drawing={drawing} />
      </span>
      {children}
    </button>
  );
}

/** With the mouse's step of a tenth of a second, arrow keys would take forever. */
const arrows: Readonly<Record<string, -1 | 1>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
};

function PlayerTimeline({ video, loop }: { readonly video: HTMLVideoElement; readonly loop: Loop }) {
  const { second, duration } = usePlayback(video);
  const share = (at: number): string => `${duration > 0 ? (at / duration) * 100 : 0}%`;
  const marks = {
    "--at": share(second),
    "--from": share(loop.from ?? 0),
    "--to": share(loop.to ?? loop.from ?? 0),
  } as CSSProperties;
  return (
    <div className="player-timeline">
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${timeOf(second)} of ${timeOf(duration)}`}
        min={0}
        max={duration}
        step={0.1}
        value={second}
        style={marks}
        onChange={(event) => seekTo(video, Number(event.target.value))}
        onKeyDown={(event) => {
          const direction = arrows[event.key];
          if (direction === undefined) return;
          event.preventDefault();
          seekBy(video, direction);
        }}
      />
      <span className="player-time">
        {timeOf(second)} / {timeOf(duration)}
      </span>
    </div>
  );
}
