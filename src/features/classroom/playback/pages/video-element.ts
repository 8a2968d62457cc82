import { useEffect, useState, useRef } from "react";
import type { WatchReporter } from "./watch-reporter.ts";

const arrowSeconds = 5;

export function seekTo(video: HTMLVideoElement, second: number): void {
  video.currentTime = second;
}

export function seekBy(video: HTMLVideoElement, direction: -1 | 1): void {
  const end = Number.isFinite(video.duration) ? video.duration : 0;
  video.currentTime = Math.min(Math.max(0, video.currentTime + direction * arrowSeconds), end);
}

export function setRate(video: HTMLVideoElement, rate: number): void {
  video.playbackRate = rate;
}

export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = volume;
  video.muted = volume === 0;
}

export function toggleMute(video: HTMLVideoElement): void {
  if (video.muted || video.volume === 0) setVolume(video, video.volume || 1);
  else video.muted = true;
}

/** Browsers do not expose the frame rate, so a step is 1/30 s. */
export function stepFrame(video: HTMLVideoElement, direction: -1 | 1): void {
  video.pause();
  video.currentTime = Math.max(0, video.currentTime + direction / 30);
}

export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) play(video);
  else video.pause();
}

/** A browser may require another press first. */
export function play(video: HTMLVideoElement): void {
  video.play().catch(() => {});
}

declare global {
  interface HTMLVideoElement {
    /** iPhones can show only videos in full screen, with their own controls. */
    readonly webkitEnterFullscreen?: () => void;
  }
}

export const hasFullScreen = (video: HTMLVideoElement): boolean =>
  document.fullscreenEnabled || video.webkitEnterFullscreen !== undefined;

export function toggleFullScreen(frame: HTMLElement | null, video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (document.fullscreenEnabled) void frame?.requestFullscreen();
  else video.webkitEnterFullscreen?.();
}

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

export function useWatchReports(
  video: HTMLVideoElement | null,
  createReporter: (() => WatchReporter) | undefined,
): void {
  const create = useRef(createReporter);
  useEffect(() => {
    const reporter = create.current?.();
    if (!video || !reporter) return undefined;
    void reporter.flush();
    const follow = (): void => {
      if (!video.paused && !video.seeking) reporter.moveTo(video.currentTime);
    };
    const end = (): void => {
      reporter.moveTo(video.currentTime);
      reporter.stop();
    };
    const hide = (): void => {
      if (document.visibilityState === "hidden") reporter.leave();
    };
    const videoEvents = {
      timeupdate: follow,
      pause: reporter.stop,
      seeking: reporter.jump,
      ended: end,
    } as const;
    for (const [event, listener] of Object.entries(videoEvents)) video.addEventListener(event, listener);
    document.addEventListener("visibilitychange", hide);
    addEventListener("pagehide", reporter.leave);
    return () => {
      for (const [event, listener] of Object.entries(videoEvents)) video.removeEventListener(event, listener);
      document.removeEventListener("visibilitychange", hide);
      removeEventListener("pagehide", reporter.leave);
      reporter.leave();
      reporter.close();
    };
  }, [video]);
}
