import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { timeOf } from "./lesson-video.ts";
import { seekTo, togglePlay } from "./video-element.ts";

/** The browser's own controls would be mirrored with the picture. */
export function FlippedControls({ video }: { readonly video: HTMLVideoElement }): ReactNode {
  const [second, setSecond] = useState(video.currentTime);
  const [isPaused, setPaused] = useState(video.paused);
  useEffect(() => {
    const follow = (): void => {
      setSecond(video.currentTime);
      setPaused(video.paused);
    };
    const events = ["timeupdate", "play", "pause", "seeked"] as const;
    for (const event of events) video.addEventListener(event, follow);
    return () => {
      for (const event of events) video.removeEventListener(event, follow);
    };
  }, [video]);
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
        onChange={(event) => seekTo(video, Number(event.target.value))}
      />
      <span>{timeOf(second)}</span>
    </div>
  );
}
