import { useEffect, useState } from "react";

const events = [
  "durationchange",
  "ended",
  "pause",
  "play",
  "playing",
  "seeked",
  "seeking",
  "timeupdate",
  "volumechange",
  "waiting",
] as const;

/** Seconds. */
const playbackOf = (video: HTMLVideoElement) => ({
  second: video.currentTime,
  duration: Number.isFinite(video.duration) ? video.duration : 0,
  isPaused: video.paused,
  hasEnded: video.ended,
  isWaiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  isMuted: video.muted || video.volume === 0,
  volume: video.volume,
});

/** Media keys and the browser change the video too. */
export function usePlayback(video: HTMLVideoElement): ReturnType<typeof playbackOf> {
  const [playback, setPlayback] = useState(() => playbackOf(video));
  useEffect(() => {
    const follow = (): void => setPlayback(playbackOf(video));
    for (const event of events) video.addEventListener(event, follow);
    return () => {
      for (const event of events) video.removeEventListener(event, follow);
    };
  }, [video]);
  return playback;
}
