import { afterEach, expect, test, vi } from "vitest";
import { isAbort } from "./client.ts";
import { xhrTransport } from "./xhr-transport.ts";

class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  opened = "";
  body: unknown;
  isSent = false;
  status = 0;
  responseText = "";
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, path: string) {
    this.opened = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.isSent = true;
    this.body = body;
  }
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  progress(lengthComputable: boolean, loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { lengthComputable, loaded, total: 200 }));
  }
}

function post() {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const progress: number[] = [];
  const controller = new AbortController();
  const send = () =>
    xhrTransport({ onProgress: (fraction) => progress.push(fraction), signal: controller.signal })(
      "/api/images",
      {
        method: "POST",
        headers: { authorization: "Bearer token" },
        body: "bytes",
      },
    );
  return { send, progress, controller };
}

afterEach(() => void vi.unstubAllGlobals());

test("sends what fetch would send, and answers with a Response", async () => {
  const { send, progress } = post();
  const response = send();
  const request = FakeRequest.last;
  expect(request).toMatchObject({
    opened: "POST /api/images",
    headers: { authorization: "Bearer token" },
    body: "bytes",
  });
  request.progress(true, 50);
  request.progress(false, 80);
  request.progress(true, 200);
  expect(progress).toEqual([0.25, 1]);
  Object.assign(request, { status: 413, responseText: '{"code":"too-large"}' });
  request.dispatchEvent(new Event("load"));
  const { status, ok } = await response;
  expect({ status, ok }).toEqual({ status: 413, ok: false });
  expect(await (await response).json()).toEqual({ code: "too-large" });
});

test("a lost connection fails as fetch fails", async () => {
  const { send } = post();
  const response = send();
  FakeRequest.last.dispatchEvent(new Event("error"));
  await expect(response).rejects.toBeInstanceOf(TypeError);
});

test("the signal stops it, and stops it before it is sent", async () => {
  const { send, controller } = post();
  const running = send();
  controller.abort();
  expect(isAbort(await running.catch((error: unknown) => error))).toBe(true);
  const late = send();
  expect(FakeRequest.last.isSent).toBe(false);
  expect(isAbort(await late.catch((error: unknown) => error))).toBe(true);
});
