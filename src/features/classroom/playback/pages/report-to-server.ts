import { systemClock } from "../../../../platform/clock.ts";
import { isFinal } from "../../../../access/api-query.ts";
import { api, keepaliveApi } from "../../../../access/session.ts";
import {
  type TextStorage,
  type WatchProgress,
  type WatchReport,
  type WatchReporter,
  createWatchQueue,
  createWatchReporter,
} from "./create-watch-reporter.ts";
import type { VideoPlace } from "./lesson-video.ts";

/** One queue per person, so that nobody reports what someone else watched. */
export function reportToServer(
  email: string,
  lesson: VideoPlace,
  onProgress: (progress: WatchProgress) => void,
): WatchReporter {
  const sendWith = (call: typeof api) => (report: WatchReport) => {
    const { classId, lessonId, videoId, ranges, position } = report;
    return call("POST /class/{classId}/lesson/{id}/watched", {
      params: { classId, id: lessonId },
      body: { videoId, ranges: ranges.map(([from, to]): [number, number] => [from, to]), position },
    });
  };
  return createWatchReporter({
    lesson,
    send: sendWith(api),
    sendOnLeaving: sendWith(keepaliveApi),
    isFinal,
    queue: createWatchQueue(browserStorage(`watched ${email}`)),
    clock: {
      ...systemClock,
      after: (milliseconds, work) => {
        const timer = setTimeout(work, milliseconds);
        addEventListener("online", work);
        return () => {
          clearTimeout(timer);
          removeEventListener("online", work);
        };
      },
    },
    onProgress,
  });
}

/** In memory if the browser stores nothing. */
function browserStorage(key: string): TextStorage {
  let memory: string | null = null;
  return {
    read: () => {
      try {
        return localStorage.getItem(key) ?? memory;
      } catch {
        return memory;
      }
    },
    write: (text) => {
      memory = text;
      try {
        localStorage.setItem(key, text);
      } catch {
        // Full, or disabled: what is stored is older.
        try {
          localStorage.removeItem(key);
        } catch {
          // Disabled.
        }
      }
    },
  };
}
