import { describe, expect, test } from "vitest";
import { type TransferEvents, createUpload, sizeOf, timeLeft } from "./create-upload.ts";
import { maxBytes } from "./policy.ts";

const film = (name = "rain.mp4", size = 1000): File => {
  const file = new File(["x"], name);
  Object.defineProperty(file, "size", { value: size });
  return file;
};

function openUpload() {
  const opened: { name: string; events: TransferEvents; calls: string[] }[] = [];
  const wait: { milliseconds?: number; callback?: () => void } = {};
  const time = { now: 0 };
  let uploads = 0;
  let isAway = false;
  const upload = createUpload("video", {
    open: async (file, events) => {
      if (isAway) throw new Error("away");
      const calls: string[] = [];
      opened.push({ name: file.name, events, calls });
      const note = (call: string) => () => void calls.push(call);
      return { start: note("start"), pause: note("pause"), cancel: note("cancel") };
    },
    onUploaded: () => {
      uploads += 1;
    },
    clock: { now: () => new Date(time.now) },
    later: (milliseconds, callback) => {
      Object.assign(wait, { milliseconds, callback });
      return () => {
        wait.callback = undefined as never;
      };
    },
  });
  return {
    upload,
    opened,
    wait,
    time,
    uploads: () => uploads,
    goAway: () => {
      isAway = true;
    },
  };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));
const cut = { message: "cut", isTransient: true };

describe("an upload", () => {
  test("says how far it is and how long it takes, and ends", async () => {
    const { upload, opened, time, uploads } = openUpload();
    upload.pick(film());
    await turn();
    const [first] = opened;
    expect(first!.calls).toEqual(["start"]);
    first!.events.onProgress(0, 1000);
    expect(upload.state()).toEqual({ step: "sending", name: "rain.mp4", sent: 0, total: 1000 });
    time.now = 2000;
    first!.events.onProgress(200, 1000);
    expect(upload.state()).toMatchObject({ sent: 200, secondsLeft: 8 });
    first!.events.onSuccess();
    expect(upload.state()).toEqual({ step: "none" });
    expect(uploads()).toBe(1);
  });

  test("pauses and goes on", async () => {
    const { upload, opened } = openUpload();
    upload.pick(film());
    await turn();
    opened[0]!.events.onProgress(300, 1000);
    upload.pause();
    opened[0]!.events.onProgress(400, 1000);
    opened[0]!.events.onFailure(cut);
    expect(upload.state()).toEqual({ step: "paused", name: "rain.mp4", sent: 300, total: 1000 });
    upload.resume();
    await turn();
    expect(upload.state().step).toBe("sending");
    expect(opened[0]!.calls).toEqual(["start", "pause", "start"]);
  });

  test("that is cut goes on by itself, ever later, and at once after progress", async () => {
    const { upload, opened, wait } = openUpload();
    upload.pick(film());
    await turn();
    const { events, calls } = opened[0]!;
    const waits: (number | undefined)[] = [];
    for (let times = 0; times < 7; times += 1) {
      events.onFailure(cut);
      expect(upload.state().step).toBe("waiting");
      waits.push(wait.milliseconds);
      wait.callback?.();
      await turn();
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(calls).toHaveLength(8);
    events.onProgress(100, 1000);
    events.onProgress(200, 1000);
    events.onFailure(cut);
    expect(wait.milliseconds).toBe(1000);
  });

  test("that the server refuses says why, and is tried again on request", async () => {
    const { upload, opened } = openUpload();
    upload.pick(film());
    await turn();
    opened[0]!.events.onFailure({ message: "The disk is full.", isTransient: false });
    expect(upload.state()).toMatchObject({ step: "stopped", problem: "The disk is full.", canRetry: true });
    upload.resume();
    await turn();
    expect(opened[0]!.calls).toEqual(["start", "start"]);
  });

  test("is canceled, and another one replaces it", async () => {
    const { upload, opened, wait } = openUpload();
    upload.pick(film());
    await turn();
    opened[0]!.events.onFailure(cut);
    upload.pick(film("sun.mp4"));
    expect(wait.callback).toBeUndefined();
    await turn();
    expect(opened[0]!.calls).toEqual(["start", "cancel"]);
    opened[0]!.events.onSuccess();
    expect(upload.state()).toMatchObject({ step: "sending", name: "sun.mp4" });
    upload.cancel();
    await turn();
    expect(upload.state()).toEqual({ step: "none" });
    expect(opened[1]!.calls).toEqual(["start", "cancel"]);
  });

  test.each([
    [0, "This file is empty. Choose another one."],
    [maxBytes.video + 1, "This file is larger than 4 GB. Make it smaller, then try again."],
  ])("of %d bytes is not begun", async (size, problem) => {
    const { upload, opened } = openUpload();
    upload.pick(film("a.mp4", size));
    await turn();
    expect(upload.state()).toMatchObject({ step: "stopped", problem, canRetry: false });
    expect(opened).toEqual([]);
  });

  test("without a connection asks for the file again", async () => {
    const { upload, goAway } = openUpload();
    goAway();
    upload.pick(film());
    await turn();
    expect(upload.state()).toMatchObject({ step: "stopped", canRetry: false });
  });
});

test("times and sizes are said in words", () => {
  expect([undefined, 20, 80, 600, 5400].map(timeLeft)).toEqual([
    "",
    "less than a minute left",
    "1 minute left",
    "10 minutes left",
    "1 h 30 min left",
  ]);
  expect([12, 2048, 5 * 1024 ** 2, 120 * 1024 ** 2, 1.5 * 1024 ** 3].map(sizeOf)).toEqual([
    "12 bytes",
    "2.0 KB",
    "5.0 MB",
    "120 MB",
    "1.5 GB",
  ]);
});
