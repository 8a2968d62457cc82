/** What left the server for a student and is not in the database yet. */
export interface Sent extends WatchedVideo {
  /** Milliseconds into the video. */
  readonly parts: readonly (readonly [from: number, to: number])[];
  readonly since: Date;
}

export interface WatchedVideo {
  readonly studentId: string;
  readonly lessonId: string;
  readonly videoId: string;
}

export interface SentSeconds {
  add(sent: Sent): void;
  /** Forgets what it gives: add it again if it could not be stored. */
  take(video: WatchedVideo): Sent | undefined;
  takeAll(): readonly Sent[];
}

export function createSentSeconds(): SentSeconds {
  const gathered = new Map<string, Sent>();
  return {
    add: (sent) => {
      const key = keyOf(sent);
      const { parts = [], since = sent.since } = gathered.get(key) ?? {};
      gathered.set(key, {
        ...sent,
        parts: [...parts, ...sent.parts],
        since: since < sent.since ? since : sent.since,
      });
    },
    take: (video) => {
      const key = keyOf(video);
      const sent = gathered.get(key);
      gathered.delete(key);
      return sent;
    },
    takeAll: () => {
      const all = [...gathered].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sent]) => sent);
      gathered.clear();
      return all;
    },
  };
}

const keyOf = ({ studentId, lessonId, videoId }: WatchedVideo): string =>
  `${studentId} ${lessonId} ${videoId}`;

/** An `int4multirange` literal. Joins neighbors, then rounds inward, so that a few bytes are no second. */
export function wholeSeconds(parts: Sent["parts"]): string {
  const joined: [from: number, to: number][] = [];
  for (const [from, to] of parts.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  const whole = joined
    .map(([from, to]) => [Math.ceil(from / 1000), Math.floor(to / 1000)] as const)
    .filter(([from, to]) => from < to);
  return `{${whole.map(([from, to]) => `[${from},${to})`).join(",")}}`;
}
