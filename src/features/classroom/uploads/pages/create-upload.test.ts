import pLimit from "p-limit";
import { describe, expect, test } from "vitest";
import { type TransferEvents, createUpload } from "./create-upload.ts";
import { createUploadList } from "./use-uploads.ts";
import { maxBytes, maxUploadsPerPerson } from "../policy.ts";
import { listOf, sizeOf, timeLeft } from "./upload-words.ts";

const film = (name = "rain.mp4", size = 1000): File => {
  const file = new File(["x"], name);
  Object.defineProperty(file, "size", { value: size });
  return file;
};

function openUpload(
  file = film(),
  enter = (work: () => Promise<void>) => void work(),
  network = { isAway: false },
) {
  const opened: { events: TransferEvents; calls: string[] }[] = [];
  const wait: { milliseconds?: number; callback?: () => void } = {};
  const time = { now: 0 };
  let uploads = 0;
  const upload = createUpload("video", file, {
    open: async (_, events) => {
      if (network.isAway) throw new Error("away");
      const calls: string[] = [];
      opened.push({ events, calls });
      const note = (call: string) => () => void calls.push(call);
      return { start: note("start"), pause: note("pause"), cancel: note("cancel") };
    },
    enter,
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
  return { upload, opened, wait, time, uploads: () => uploads };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));
const cut = { message: "No connection.", isTransient: true };

describe("an upload", () => {
  test("says how far it is and how long it takes, and ends", async () => {
    const { upload, opened, time, uploads } = openUpload();
    await turn();
    const [first] = opened;
    expect(first!.calls).toEqual(["start"]);
    first!.events.onProgress(0);
    expect(upload.state()).toEqual({ step: "sending", sent: 0 });
    time.now = 2000;
    first!.events.onProgress(200);
    expect(upload.state()).toEqual({ step: "sending", sent: 200, secondsLeft: 8 });
    first!.events.onSuccess();
    expect(upload.state().step).toBe("ended");
    expect(uploads()).toBe(1);
  });

  test("pauses and goes on", async () => {
    const { upload, opened } = openUpload();
    await turn();
    opened[0]!.events.onProgress(300);
    upload.pause();
    opened[0]!.events.onProgress(400);
    opened[0]!.events.onFailure(cut);
    expect(upload.state()).toEqual({ step: "paused", sent: 300 });
    upload.resume();
    await turn();
    expect(upload.state().step).toBe("sending");
    expect(opened[0]!.calls).toEqual(["start", "pause", "start"]);
  });

  test("that is cut goes on by itself, ever later, and at once after progress", async () => {
    const { upload, opened, wait } = openUpload();
    await turn();
    const { events, calls } = opened[0]!;
    const waits: (number | undefined)[] = [];
    for (let times = 0; times < 7; times += 1) {
      events.onFailure(cut);
      expect(upload.state()).toMatchObject({ step: "waiting", problem: "No connection." });
      waits.push(wait.milliseconds);
      wait.callback?.();
      await turn();
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(calls).toHaveLength(8);
    events.onProgress(100);
    events.onProgress(200);
    events.onFailure(cut);
    expect(wait.milliseconds).toBe(1000);
  });

  test("that the server refuses says why, lets the next one in, and is tried again on request", async () => {
    const work: Promise<void>[] = [];
    const { upload, opened } = openUpload(film(), (each) => void work.push(each()));
    await turn();
    opened[0]!.events.onFailure({ message: "The disk is full.", isTransient: false });
    expect(upload.state()).toMatchObject({ step: "stopped", problem: "The disk is full.", canRetry: true });
    await work[0];
    upload.resume();
    await turn();
    expect(opened[0]!.calls).toEqual(["start", "start"]);
  });

  test("is canceled while it waits for the connection", async () => {
    const { upload, opened, wait, uploads } = openUpload();
    await turn();
    opened[0]!.events.onFailure(cut);
    upload.cancel();
    await turn();
    expect(wait.callback).toBeUndefined();
    expect(opened[0]!.calls).toEqual(["start", "cancel"]);
    opened[0]!.events.onSuccess();
    expect(upload.state().step).toBe("ended");
    expect(uploads()).toBe(0);
  });

  test.each([
    [0, "This file is empty. Choose another one."],
    [maxBytes.video + 1, "This file is larger than 4 GB. Make it smaller, then try again."],
  ])("of %d bytes is not begun", async (size, problem) => {
    const { upload, opened } = openUpload(film("a.mp4", size));
    await turn();
    expect(upload.state()).toMatchObject({ step: "stopped", problem, canRetry: false });
    expect(opened).toEqual([]);
  });

  test("whose client cannot be loaded is tried again on request", async () => {
    const network = { isAway: true };
    const { upload, opened } = openUpload(film(), undefined, network);
    await turn();
    expect(upload.state()).toMatchObject({ step: "stopped", canRetry: true });
    network.isAway = false;
    upload.resume();
    await turn();
    expect(opened[0]!.calls).toEqual(["start"]);
  });
});

test("of several files two are sent at a time; one that is refused keeps none of the others", async () => {
  const turns = pLimit(maxUploadsPerPerson);
  const begun = new Map<string, ReturnType<typeof openUpload>>();
  const list = createUploadList((file) => {
    const made = openUpload(file, (work) => void turns(work));
    begun.set(file.name, made);
    return made.upload;
  });
  list.add([film("a"), film("b"), film("empty", 0), film("c"), film("d")]);
  const steps = async () => {
    await turn();
    return list.state().map(({ upload }) => `${upload.name} ${upload.state().step}`);
  };
  const eventsOf = (name: string) => begun.get(name)!.opened[0]!.events;
  expect(await steps()).toEqual(["a sending", "b sending", "empty stopped", "c queued", "d queued"]);
  eventsOf("a").onFailure({ message: "Too many files.", isTransient: false });
  begun.get("c")!.upload.pause();
  expect(await steps()).toEqual(["a stopped", "b sending", "empty stopped", "c sending", "d queued"]);
  begun.get("d")!.upload.cancel();
  eventsOf("b").onSuccess();
  begun.get("a")!.upload.resume();
  expect(await steps()).toEqual(["a sending", "empty stopped", "c sending"]);
  begun.get("empty")!.upload.cancel();
  eventsOf("c").onSuccess();
  eventsOf("a").onSuccess();
  expect(await steps()).toEqual([]);
  expect([...begun].map(([name, { uploads }]) => `${name} ${uploads()}`)).toEqual([
    "a 1",
    "b 1",
    "empty 0",
    "c 1",
    "d 0",
  ]);
});

test("times, sizes and lists are said in words", () => {
  expect([20, 80, 600, 5400].map(timeLeft)).toEqual([
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
  expect([["a"], ["a", "b"], ["a", "b", "c"]].map(listOf)).toEqual(["a", "a and b", "a, b and c"]);
});
