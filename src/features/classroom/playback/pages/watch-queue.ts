import { maxRanges } from "../../progress/policy.ts";

/** Seconds, [from, to). */
export type SecondRange = [from: number, to: number];

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
}

export interface TextStorage {
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

export type WatchQueue = ReturnType<typeof createWatchQueue>;
