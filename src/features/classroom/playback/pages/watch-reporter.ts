import { type Clock, systemClock } from "../../../../platform/clock.ts";
import { maxRanges, reportEvery } from "../../progress/policy.ts";
import { isFinal } from "../../../../access/api-query.ts";
import { api, keepaliveApi, waitOrOnline } from "../../../../access/session.ts";
import { readText, removeText, writeText } from "../../../../ui/kept-text.ts";
import type { VideoPlace } from "./lesson-video.ts";

/** Seconds, [from, to). */
type SecondRange = [from: number, to: number];

/** Sorted and disjoint. */
export function unite(ranges: readonly SecondRange[]): SecondRange[] {
  const united: SecondRange[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = united.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) united.push([from, to]);
  }
  return united;
}

export interface WatchReport {
  readonly classId: string;
  readonly lessonId: string;
  readonly videoId: string;
  readonly ranges: readonly SecondRange[];
  readonly position: number;
  /** Left by an earlier page: the student may have come further since then, on another device. */
  readonly isLate?: boolean;
}

interface TextStorage {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

const isSameVideo = (a: WatchReport, b: WatchReport): boolean =>
  a.lessonId === b.lessonId && a.videoId === b.videoId && a.classId === b.classId;

/** Unsent reports, one per video, which survive the page. */
export function createWatchQueue(storage: TextStorage) {
  const list = (): WatchReport[] => {
    try {
      return JSON.parse(storage.read() ?? "[]") as WatchReport[];
    } catch {
      return [];
    }
  };
  const save = (reports: readonly WatchReport[]): void => storage.write(JSON.stringify(reports));
  return {
    list,
    add: (report: WatchReport): void => {
      const reports = list();
      const earlier = reports.find((each) => isSameVideo(each, report));
      const ranges = unite([...(earlier?.ranges ?? []), ...report.ranges]).slice(-maxRanges);
      save([...reports.filter((each) => each !== earlier), { ...report, ranges }]);
    },
    remove: (sent: WatchReport): void =>
      save(
        list().filter((each) => !isSameVideo(each, sent) || JSON.stringify(each) !== JSON.stringify(sent)),
      ),
  };
}

type WatchQueue = ReturnType<typeof createWatchQueue>;

export interface WatchProgress {
  readonly isDone: boolean;
  readonly position: number;
  readonly watched: number;
}

interface WatchReporterDependencies {
  readonly lesson: Pick<WatchReport, "classId" | "lessonId" | "videoId">;
  readonly send: (report: WatchReport) => Promise<WatchProgress>;
  readonly sendOnLeaving: (report: WatchReport) => Promise<WatchProgress>;
  /** Whether the server will always refuse the report. */
  readonly isFinal: (error: unknown) => boolean;
  readonly queue: WatchQueue;
  readonly clock: Clock & {
    readonly after: (milliseconds: number, work: () => void) => () => void;
  };
  readonly onProgress: (progress: WatchProgress) => void;
}

/** Milliseconds: 2 s, doubled up to a minute. */
const retryDelay = (failures: number): number => Math.min(2000 * 2 ** failures, 60_000);

/** Milliseconds; a short loop jumps often. */
const jumpDelay = 5000;

export function createWatchReporter(dependencies: WatchReporterDependencies) {
  const { lesson, send, sendOnLeaving, queue, clock, onProgress } = dependencies;
  const left = new Set(queue.list().map((report) => JSON.stringify(report)));
  const withAge = (report: WatchReport): WatchReport =>
    left.has(JSON.stringify(report)) ? { ...report, isLate: true } : report;
  let stretch: SecondRange | undefined;
  let finished: SecondRange[] = [];
  let position = 0;
  let reportedAt = clock.now().getTime();
  let failures = 0;
  let isSending = false;
  let cancelRetry = (): void => {};

  /** A continuing stretch starts its next report where this one ends. */
  const collect = (): void => {
    reportedAt = clock.now().getTime();
    const watched = [...finished, ...(stretch ? [stretch] : [])];
    const ranges = watched
      .map(([from, to]): SecondRange => [Math.round(from), Math.round(to)])
      .filter(([from, to]) => to > from);
    finished = [];
    if (stretch) stretch = [Math.max(stretch[0], Math.round(stretch[1])), stretch[1]];
    if (ranges.length > 0) queue.add({ ...lesson, ranges, position: Math.floor(position) });
  };

  const sinceReport = (): number => clock.now().getTime() - reportedAt;

  const endStretch = (): void => {
    if (stretch) finished.push(stretch);
    stretch = undefined;
  };

  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    cancelRetry();
    try {
      for (let next = queue.list()[0]; next; next = queue.list()[0]) await deliver(next);
      failures = 0;
    } catch {
      cancelRetry = clock.after(retryDelay(failures), () => void flush());
      failures += 1;
    } finally {
      isSending = false;
    }
  }

  async function deliver(report: WatchReport): Promise<void> {
    try {
      const progress = await send(withAge(report));
      if (report.lessonId === lesson.lessonId && report.videoId === lesson.videoId) onProgress(progress);
    } catch (error) {
      if (!dependencies.isFinal(error)) throw error;
    }
    queue.remove(report);
  }

  const report = (): void => {
    collect();
    void flush();
  };

  return {
    moveTo: (second: number): void => {
      position = second;
      if (stretch && second >= stretch[1]) stretch[1] = second;
      else {
        endStretch();
        stretch = [second, second];
      }
      if (sinceReport() >= reportEvery * 1000) report();
    },
    jump: (): void => {
      endStretch();
      if (sinceReport() >= jumpDelay) report();
    },
    stop: (): void => {
      endStretch();
      report();
    },
    flush,
    leave: (): void => {
      collect();
      for (const unsent of queue.list())
        sendOnLeaving(withAge(unsent)).then(
          () => queue.remove(unsent),
          () => {},
        );
    },
    close: (): void => cancelRetry(),
  };
}

export type WatchReporter = ReturnType<typeof createWatchReporter>;

/** One queue per person, so that nobody reports what someone else watched. */
export function reportToServer(
  email: string,
  lesson: VideoPlace,
  onProgress: (progress: WatchProgress) => void,
): WatchReporter {
  const sendWith = (call: typeof api) => (report: WatchReport) => {
    const { classId, lessonId, videoId, ranges, position, isLate } = report;
    return call("POST /class/{classId}/lesson/{id}/watched", {
      params: { classId, id: lessonId },
      body: { videoId, ranges: ranges.map(([from, to]): [number, number] => [from, to]), position, isLate },
    });
  };
  return createWatchReporter({
    lesson,
    send: sendWith(api),
    sendOnLeaving: sendWith(keepaliveApi),
    isFinal,
    queue: createWatchQueue(browserStorage(`watched ${email}`)),
    clock: { ...systemClock, after: waitOrOnline },
    onProgress,
  });
}

/** In memory if the browser stores nothing. */
function browserStorage(key: string): TextStorage {
  let memory: string | null = null;
  return {
    read: () => readText(key) ?? memory,
    write: (text) => {
      memory = text;
      writeText(key, text);
      // Full: what is stored is older.
      if (readText(key) !== text) removeText(key);
    },
  };
}
