import { describe, expect, test } from "vitest";
import { type WatchReport, createWatchQueue, createWatchReporter, unite } from "./watch-reporter.ts";

const lesson = { classId: "class", lessonId: "lesson", videoId: "video" };

/** `outcomes` are taken in order, then everything is accepted. */
function player(outcomes: ("offline" | "refused")[] = [], stored: string | null = null) {
  const sent: WatchReport[] = [];
  const kept: WatchReport[] = [];
  const timers: { at: number; work: () => void }[] = [];
  let time = 0;
  let text = stored;
  const queue = createWatchQueue({ read: () => text, write: (next) => (text = next) });
  const send = async (report: WatchReport) => {
    const outcome = outcomes.shift();
    if (outcome) throw new Error(outcome);
    sent.push(report);
    return { isDone: false, position: report.position, watched: sent.length };
  };
  const heard: number[] = [];
  const reporter = createWatchReporter({
    lesson,
    send,
    sendOnLeaving: (report) => {
      kept.push(report);
      return send(report);
    },
    isFinal: (error) => (error as Error).message === "refused",
    queue,
    clock: {
      now: () => new Date(time),
      after: (milliseconds, work) => {
        const timer = { at: time + milliseconds, work };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer) >>> 0, 1);
      },
    },
    onProgress: ({ watched }) => heard.push(watched),
  });
  const settled = () => new Promise((done) => setTimeout(done, 0));
  const wait = async (milliseconds: number): Promise<void> => {
    time += milliseconds;
    for (const timer of timers.splice(0).toSorted((a, b) => a.at - b.at)) {
      if (timer.at <= time) timer.work();
      else timers.push(timer);
    }
    await settled();
  };
  /** As `timeupdate` tells it, four times a second. */
  const play = async (from: number, to: number, speed = 1): Promise<void> => {
    for (let second = from; second <= to; second += 0.25 * speed) {
      reporter.moveTo(second);
      time += 250;
      await settled();
    }
  };
  return { reporter, sent, kept, heard, queue, play, wait, settled, stored: () => text };
}

const rangesOf = (reports: readonly WatchReport[]) => unite(reports.flatMap(({ ranges }) => ranges));

describe("a watch reporter", () => {
  test("reports every 15 seconds, and its reports meet without a gap", async () => {
    const { play, reporter, sent, settled, heard } = player();
    await play(0, 40);
    reporter.stop();
    await settled();
    expect(sent.map(({ ranges, position }) => [ranges, position])).toEqual([
      [[[0, 15]], 15],
      [[[15, 30]], 30],
      [[[30, 40]], 40],
    ]);
    expect(heard).toEqual([1, 2, 3]);
  });

  test("claims nothing that was jumped over", async () => {
    const { play, reporter, sent, settled } = player();
    await play(0, 6);
    reporter.jump();
    await play(100, 104);
    reporter.jump();
    await play(20, 22);
    reporter.stop();
    await settled();
    expect(rangesOf(sent)).toEqual([
      [0, 6],
      [20, 22],
      [100, 104],
    ]);
  });

  test("reports no more often for a short loop", async () => {
    const { play, reporter, sent, settled } = player();
    for (let round = 0; round < 20; round += 1) {
      await play(10, 11);
      reporter.jump();
    }
    reporter.stop();
    await settled();
    expect(sent.length).toBeLessThan(6);
    expect(rangesOf(sent)).toEqual([[10, 11]]);
  });

  test("keeps what it cannot send, and sends all of it once the server answers", async () => {
    const { play, sent, wait, queue } = player(["offline", "offline"]);
    await play(0, 31);
    expect(sent).toEqual([]);
    expect(queue.list()).toMatchObject([{ ranges: [[0, 30]] }]);
    await wait(60_000);
    expect(rangesOf(sent)).toEqual([[0, 30]]);
    expect(queue.list()).toEqual([]);
  });

  test("sends what another page left behind, and drops what the server refuses for good", async () => {
    const left = { ...lesson, lessonId: "another", ranges: [[5, 9]], position: 9 };
    const taken = player([], JSON.stringify([left]));
    await taken.reporter.flush();
    expect([taken.sent, taken.stored(), taken.heard]).toEqual([[{ ...left, isLate: true }], "[]", []]);
    const refused = player(["refused"], JSON.stringify([left]));
    await refused.reporter.flush();
    expect([refused.sent, refused.stored()]).toEqual([[], "[]"]);
  });

  test("on leaving sends by the way that outlives the page", async () => {
    const { play, reporter, kept, queue, settled } = player();
    await play(0, 4);
    reporter.leave();
    expect(kept).toMatchObject([{ ranges: [[0, 4]], position: 4 }]);
    await settled();
    expect(queue.list()).toEqual([]);
  });

  test("a broken store is an empty one", async () => {
    const { play, reporter, sent, settled } = player([], "{not json");
    await play(0, 3);
    reporter.stop();
    await settled();
    expect(rangesOf(sent)).toEqual([[0, 3]]);
  });
});

test("ranges unite", () => {
  expect(
    unite([
      [5, 9],
      [0, 3],
      [3, 5],
      [20, 20],
      [12, 15],
      [13, 14],
    ]),
  ).toEqual([
    [0, 9],
    [12, 15],
  ]);
});
