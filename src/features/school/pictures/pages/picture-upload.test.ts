import { resolveObjectURL } from "node:buffer";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../http/client.ts";
import { createPictureUpload } from "./picture-upload.ts";
import { problems } from "../policy.ts";

const picture = (name = "cover.png", type = "image/png") => new File(["bytes"], name, { type });

interface Sent {
  readonly name: string;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
  readonly resolve: (address: string) => void;
  readonly reject: (error: unknown) => void;
}

function openUpload() {
  const sent: Sent[] = [];
  const upload = createPictureUpload("image", ({ name }, onProgress, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    sent.push({ name, onProgress, signal, resolve, reject });
    return promise;
  });
  const preview = (): string => {
    const state = upload.state();
    return "preview" in state ? state.preview : "";
  };
  return { upload, sent, preview };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("a picked picture", () => {
  test("is sent at once, shows its progress, and gives its address", async () => {
    const { upload, sent, preview } = openUpload();
    let changes = 0;
    upload.subscribe(() => (changes += 1));
    upload.pick(picture());
    expect(upload.state()).toEqual({ step: "sending", name: "cover.png", preview: preview(), progress: 0 });
    expect(resolveObjectURL(preview())?.size).toBe(5);
    sent[0]!.onProgress(0.5);
    expect(upload.state()).toMatchObject({ step: "sending", progress: 0.5 });
    const address = upload.address();
    sent[0]!.resolve("/images/a");
    expect(await address).toBe("/images/a");
    expect(upload.state()).toEqual({ step: "uploaded", name: "cover.png", preview: preview() });
    expect(changes).toBe(3);
  });

  test("of a format that the server refuses is not sent, and ends the one before", async () => {
    const { upload, sent } = openUpload();
    upload.pick(picture());
    upload.pick(picture("cover.svg", "image/svg+xml"));
    expect(upload.state()).toEqual({
      step: "refused",
      name: "cover.svg",
      problem: problems["not-a-picture"].detail,
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]!.signal.aborted).toBe(true);
    await settled();
    expect(upload.state().step).toBe("refused");
    expect(await upload.address()).toBeUndefined();
  });

  test("replaces the one under way, of which nothing shows any more; who waits gets the new address", async () => {
    const { upload, sent, preview } = openUpload();
    upload.pick(picture("first.png"));
    const first = preview();
    const address = upload.address();
    upload.pick(picture("second.png"));
    expect(sent[0]!.signal.aborted).toBe(true);
    expect(resolveObjectURL(first)).toBeUndefined();
    sent[0]!.onProgress(0.9);
    await settled();
    expect(upload.state()).toMatchObject({ step: "sending", name: "second.png", progress: 0 });
    sent[1]!.resolve("/images/second");
    expect(await address).toBe("/images/second");
  });
});

describe("an upload that does not arrive", () => {
  test("because it was stopped says so, and is sent again on request", async () => {
    const { upload, sent } = openUpload();
    upload.pick(picture());
    upload.stop();
    await settled();
    expect(upload.state()).toMatchObject({
      step: "stopped",
      problem: "The upload was canceled. Try again, or choose another picture.",
    });
    upload.retry();
    expect(sent.map(({ name }) => name)).toEqual(["cover.png", "cover.png"]);
    sent[1]!.resolve("/images/a");
    expect(await upload.address()).toBe("/images/a");
  });

  test.each([
    ["is too large", new ApiError(413, "too-large", "413"), problems["picture-too-large"].detail],
    ["is no picture", new ApiError(422, "not-a-picture", "This is no picture."), "This is no picture."],
    ["meets no Error", "odd", "odd"],
  ])("because it %s says why, and submitting the form names the field", async (_, error, message) => {
    const { upload, sent } = openUpload();
    upload.pick(picture());
    sent[0]!.reject(error);
    await expect(upload.address()).rejects.toMatchObject({
      code: "picture-not-sent",
      message,
      fields: [{ field: "image", message }],
    });
    expect(upload.state()).toMatchObject({ step: "stopped", problem: message });
  });
});

test("without a picture there is nothing to wait for, to stop or to repeat", async () => {
  const { upload, sent } = openUpload();
  upload.stop();
  upload.retry();
  expect(await upload.address()).toBeUndefined();
  expect(upload.state()).toEqual({ step: "none" });
  expect(sent).toEqual([]);
});

test("clearing stops the upload, frees the preview, and lets who waits go on without a picture", async () => {
  const { upload, sent, preview } = openUpload();
  upload.pick(picture());
  const shown = preview();
  const address = upload.address();
  upload.clear();
  expect(sent[0]!.signal.aborted).toBe(true);
  expect(resolveObjectURL(shown)).toBeUndefined();
  expect(await address).toBeUndefined();
  expect(upload.state()).toEqual({ step: "none" });
});
