import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { timeOf } from "./lesson-video.ts";
import { seekTo, togglePlay } from "./video-element.ts";

/** With the mouse step, a tenth of a second, an hour would take forever. */
const arrowSeconds = 5;
const arrows: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The browser's own controls would be mirrored with the picture. */
export function FlippedControls({ video }: { readonly video: HTMLVideoElement }): ReactNode {
  const [second, setSecond] = useState(video.currentTime);
  const [isPaused, setPaused] = useState(video.paused);
  useEffect(() => {
    const follow = (): void => {
      setSecond(video.currentTime);
      setPaused(video.paused);
    };
    const events = ["timeupdate", "play", "pause", "seeking", "seeked"] as const;
    for (const event of events) video.addEventListener(event, follow);
    return () => {
      for (const event of events) video.removeEventListener(event, follow);
    };
  }, [video]);
  const seek = (to: number): void => {
    seekTo(video, to);
    setSecond(to);
  };
  return (
    <div className="player-flipped">
      <Button size="small" look="quiet" onClick={() => togglePlay(video)}>
        {isPaused ? "Play" : "Pause"}
      </Button>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={timeOf(second)}
        min={0}
        max={Number.isFinite(video.duration) ? video.duration : 0}
        step={0.1}
        value={second}
        onChange={(event) => seek(Number(event.target.value))}
        onKeyDown={(event) => {
          const direction = arrows[event.key];
          if (direction === undefined) return;
          event.preventDefault();
          seek(Math.min(Math.max(0, video.currentTime + direction * arrowSeconds), video.duration));
        }}
      />
      <span>{timeOf(second)}</span>
    </div>
  );
}
