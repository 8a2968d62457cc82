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
  // Loading a source goes back to this one.
  video.defaultPlaybackRate = rate;
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

const playbackEvents = [
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
    for (const event of playbackEvents) video.addEventListener(event, follow);
    return () => {
      for (const event of playbackEvents) video.removeEventListener(event, follow);
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

export interface AttachedSource {
  /** Undefined: automatic, by bandwidth. */
  readonly setHeight: (height: number | undefined) => void;
  readonly detach: () => void;
}

/** `decoder`: this browser can't decode the video, so a retry doesn't help. */
export type PlayFailure = "connection" | "decoder";

interface SourceEvents {
  readonly startAt: number;
  readonly onHeights: (heights: readonly number[]) => void;
  readonly onFailure: (why: PlayFailure) => void;
}

/** Safari plays HLS natively. Chrome claims to, but breaks; WebKitGTK has Safari's media source but no HLS. */
const playsHlsNatively = (video: HTMLVideoElement): boolean =>
  video.canPlayType("application/vnd.apple.mpegurl") !== "" &&
  ("ManagedMediaSource" in window || !("MediaSource" in window));

export async function attachSource(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
): Promise<AttachedSource> {
  return playsHlsNatively(video) ? attachNatively(video, url, events) : attachWithHls(video, url, events);
}

function attachNatively(
  video: HTMLVideoElement,
  url: string,
  { startAt, onFailure }: SourceEvents,
): AttachedSource {
  const seek = (): void => void (video.currentTime = startAt);
  const fail = (): void => onFailure("connection");
  video.addEventListener("loadedmetadata", seek, { once: true });
  video.addEventListener("error", fail);
  video.src = url;
  return {
    setHeight: () => {},
    detach: () => {
      video.removeEventListener("loadedmetadata", seek);
      video.removeEventListener("error", fail);
      video.removeAttribute("src");
      video.load();
    },
  };
}

async function attachWithHls(
  video: HTMLVideoElement,
  url: string,
  { startAt, onHeights, onFailure }: SourceEvents,
): Promise<AttachedSource> {
  // Its types are in hls-light.d.ts.
  const { default: Hls, ErrorDetails, ErrorTypes, Events } = await import("hls.js/light");
  if (!Hls.isMSESupported()) {
    onFailure("decoder");
    return { setHeight: () => {}, detach: () => {} };
  }
  const hls = new Hls({
    startPosition: startAt,
    // Seconds of buffer, plus up to a segment. Fetched video counts as sent; `readAheadSeconds` in
    // payments/refund-standing.ts deducts it.
    maxBufferLength: 15,
    maxMaxBufferLength: 15,
    // The security policy allows no workers.
    enableWorker: false,
  });
  let hasRecovered = false;
  hls.on(Events.MANIFEST_PARSED, () => onHeights(hls.levels.map(({ height }) => height)));
  const withoutDecoder = new Set([
    ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
    ErrorDetails.BUFFER_ADD_CODEC_ERROR,
    ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
  ]);
  hls.on(Events.ERROR, (_, { fatal, type, details }) => {
    if (!fatal) return;
    if (withoutDecoder.has(details)) onFailure("decoder");
    else if (type === ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
    } else onFailure("connection");
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    setHeight: (height) => {
      hls.nextLevel = hls.levels.findIndex((level) => level.height === height);
    },
    detach: () => hls.destroy(),
  };
}
