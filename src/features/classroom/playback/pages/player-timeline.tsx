import type { CSSProperties, ReactNode } from "react";
import { timeOf } from "./lesson-video.ts";
import type { Loop } from "./player-state.ts";
import { seekBy, seekTo, usePlayback } from "./video-element.ts";

/** With the mouse's step of a tenth of a second, arrow keys would take forever. */
const arrows: Readonly<Record<string, -1 | 1>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
};

export function PlayerTimeline({
  video,
  loop,
}: {
  readonly video: HTMLVideoElement;
  readonly loop: Loop;
}): ReactNode {
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
