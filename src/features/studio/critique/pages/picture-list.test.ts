import { expect, test } from "vitest";
import { ApiError } from "../../../../http/client.ts";
import { type StoredPicture, createPictureList } from "./picture-list.ts";
import { maxPictures, messages } from "../policy.ts";

const stored = (_id: string): StoredPicture => ({ _id, width: 1, height: 1, widths: [1] });
const file = (name: string, type = "image/jpeg") => new File(["x"], name, { type });

interface Sending {
  readonly name: string;
  readonly progress: (fraction: number) => void;
  readonly done: (id: string) => void;
  readonly fail: (error: Error) => void;
}

function open(present: readonly StoredPicture[] = []) {
  const sendings: Sending[] = [];
  const takenOff: string[] = [];
  const previews = new Set<string>();
  const list = createPictureList(present, {
    prepare: async (chosen) => chosen,
    send: ({ name }, progress, signal) =>
      new Promise((resolve, fail) => {
        sendings.push({ name, progress, done: (id) => resolve(stored(id)), fail });
        signal.addEventListener("abort", () => fail(new DOMException("", "AbortError")));
      }),
    takeOff: async (id) => void takenOff.push(id),
    preview: {
      make: ({ name }) => {
        previews.add(name);
        return name;
      },
      drop: (url) => void previews.delete(url),
    },
  });
  const steps = () => list.state().pictures.map(({ step }) => step);
  const sending = async (count: number): Promise<Sending> => {
    await expect.poll(() => sendings.length).toBe(count);
    return sendings[count - 1]!;
  };
  return { list, steps, sending, takenOff, previews };
}

test("pictures are sent one after the other, and their ids keep the order", async () => {
  const { list, steps, sending } = open([stored("earlier")]);
  list.add([file("a.jpg"), file("b.jpg")]);
  const ids = list.ids();
  const first = await sending(1);
  first.progress(0.5);
  expect(list.state().pictures[1]).toMatchObject({ name: "a.jpg", step: "sending", progress: 0.5 });
  first.done("a");
  (await sending(2)).done("b");
  expect(await ids).toEqual(["earlier", "a", "b"]);
  expect(steps()).toEqual(["uploaded", "uploaded", "uploaded"]);
});

test("a picture that fails is named, can be tried again, and does not hold up the next", async () => {
  const { list, steps, sending } = open();
  list.add([file("a.jpg"), file("notes.txt", "text/plain"), file("c.jpg")]);
  (await sending(1)).fail(new ApiError(503, "too-many-uploads", "Lots of pictures."));
  (await sending(2)).done("c");
  await expect.poll(steps).toEqual(["stopped", "stopped", "uploaded"]);
  expect(list.state().pictures).toMatchObject([{ mayRetry: true }, { mayRetry: false }, {}]);
  await expect(list.ids()).rejects.toThrow("a.jpg isn’t uploaded. Lots of pictures.");
  const [failed, noPicture] = list.state().pictures.map(({ key }) => key);
  list.remove(noPicture!);
  list.retry(failed!);
  // A lost line.
  (await sending(3)).fail(new ApiError(0, "unreachable", "Can't reach Senga."));
  await expect.poll(() => list.state().pictures[0]).toMatchObject({ step: "stopped", mayRetry: true });
  list.retry(failed!);
  (await sending(4)).done("a");
  expect(await list.ids()).toEqual(["a", "c"]);
});

test("pictures that the server no longer has are dropped, others stay", async () => {
  const { list, steps, sending, takenOff } = open([stored("gone"), stored("earlier")]);
  list.add([file("a.jpg"), file("b.jpg")]);
  (await sending(1)).done("a");
  await sending(2);
  list.keepOnly([stored("earlier"), stored("a")]);
  expect(steps()).toEqual(["uploaded", "uploaded", "sending"]);
  expect(takenOff).toEqual([]);
});

test("what is taken off while it travels is taken off on the server too", async () => {
  const { list, sending, takenOff, previews } = open([stored("earlier")]);
  list.add([file("a.jpg"), file("b.jpg")]);
  const [earlier, first] = list.state().pictures.map(({ key }) => key);
  const a = await sending(1);
  list.remove(first!);
  list.remove(earlier!);
  a.done("a");
  (await sending(2)).done("b");
  expect(await list.ids()).toEqual(["b"]);
  await expect.poll(() => takenOff).toEqual(["earlier"]);
  expect([...previews]).toEqual(["b.jpg"]);
  list.close();
  expect(previews.size).toBe(0);
});

test("what is taken off once the server has all of it is taken off there, too", async () => {
  const { list, sending, takenOff } = open();
  list.add([file("private.jpg")]);
  const sent = await sending(1);
  sent.progress(1);
  list.remove(list.state().pictures[0]!.key);
  expect(list.state().pictures).toEqual([]);
  sent.done("private");
  await expect.poll(() => takenOff).toEqual(["private"]);
});

test("a picture that was added already is listed once, and taking one off never takes the other", async () => {
  const { list, sending, takenOff } = open([stored("earlier")]);
  list.add([file("a.jpg")]);
  (await sending(1)).done("earlier");
  expect(await list.ids()).toEqual(["earlier"]);
  expect(list.state()).toMatchObject({ pictures: [{ name: "Picture 1" }], problem: messages.pictureAdded });

  list.add([file("a.jpg")]);
  const again = await sending(2);
  list.remove("earlier");
  again.done("earlier");
  expect(await list.ids()).toEqual(["earlier"]);
  list.remove(list.state().pictures[0]!.key);
  await expect.poll(() => takenOff).toEqual(["earlier"]);
});

test("no more than five are taken", () => {
  const { list } = open([stored("earlier")]);
  list.add(Array.from({ length: maxPictures }, (_, index) => file(`${index}.jpg`)));
  expect(list.state().pictures).toHaveLength(maxPictures);
  expect(list.state().problem).toBe(messages.manyPictures);
});
