import { useEffect, useRef } from "react";
import type { WatchReporter } from "./create-watch-reporter.ts";

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
