import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { Engine, Key, Tab } from "./engine.ts";
import { findProgram } from "./find-program.ts";

const driver = findProgram("WebKitWebDriver");
const display = findProgram("Xvfb");
const [browser] = globSync("/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser");

/** As WebDriver writes them. */
const keys: Readonly<Record<Key, string>> = {
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  Escape: "\uE00C",
  Tab: "\uE004",
};

const elementKey = "element-6066-11e4-a52e-4f735466cecf";
type Send = <Value>(method: string, path: string, body?: object) => Promise<Value>;

/** By the W3C's WebDriver, whose dozen requests need no library. A driver has one session, so each visitor has a driver. */
export const webkit: Engine = {
  name: "WebKitGTK",
  missing: driver && display && browser ? undefined : "WebKitGTK with its driver, or Xvfb",
  narrowest: 447,
  open: async (width) => {
    const screen = spawn(display ?? "", ["-displayfd", "3", "-screen", "0", "1440x900x24"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [number] = (await once(screen.stdio[3]!, "data")) as [Buffer];
    const port = await freePort();
    const started = spawn(driver ?? "", [`--port=${port}`, "--host=127.0.0.1"], {
      stdio: "ignore",
      env: { ...process.env, DISPLAY: `:${number.toString().trim()}` },
    });
    const send = requester(`http://127.0.0.1:${port}`);
    await expect(() => send("GET", "/status")).toPass();
    const { sessionId } = await send<{ sessionId: string }>("POST", "/session", {
      capabilities: {
        alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } },
      },
    });
    await send("POST", `/session/${sessionId}/window/rect`, { x: 0, y: 0, width, height: 900 });
    return tabOf(
      (method, path, body) => send(method, `/session/${sessionId}${path}`, body),
      async () => {
        await send("DELETE", `/session/${sessionId}`);
        await end(started);
        await end(screen);
        return [];
      },
    );
  },
};

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.kill();
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

const requester =
  (origin: string): Send =>
  async <Value>(method: string, path: string, body?: object) => {
    const answer = await fetch(origin + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };

function tabOf(send: Send, close: Tab["close"]): Tab {
  const find = async (part: string): Promise<string> => {
    const found = await send<Record<string, string>>("POST", "/element", { using: "xpath", value: part });
    return `/element/${found[elementKey]}`;
  };
  /** Until it is there and can be used. */
  const act = (part: string, action: (element: string) => Promise<unknown>): Promise<void> =>
    expect(async () => action(await find(part))).toPass({ timeout: 15_000 });
  const type = (part: string, text: string): Promise<void> =>
    act(part, (element) => send("POST", `${element}/value`, { text }));
  return {
    goTo: async (url) => void (await send("POST", "/url", { url })),
    evaluate: (expression) => send("POST", "/execute/sync", { script: `return ${expression}`, args: [] }),
    press: (part) =>
      act(part, async (element) => {
        // The driver does not scroll to what lies below the window.
        await send("POST", "/execute/sync", {
          script: "arguments[0].scrollIntoView({ block: 'center' })",
          args: [{ [elementKey]: element.split("/").at(-1) }],
        });
        // Nor does it wait until the part stands still.
        const place = await send("GET", `${element}/rect`);
        await setTimeout(100);
        expect(await send("GET", `${element}/rect`)).toEqual(place);
        await send("POST", `${element}/click`, {});
      }),
    type,
    pressKey: (key) => {
      const actions = ["keyDown", "keyUp"].map((action) => ({ type: action, value: keys[key] }));
      return send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
    },
    choose: type,
    typeInFrame: async (frame, part, text) => {
      const element = (await find(frame)).split("/").at(-1);
      await send("POST", "/frame", { id: { [elementKey]: element } });
      await type(part, text);
      await send("POST", "/frame", { id: null });
    },
    screenshot: async () => Buffer.from(await send<string>("GET", "/screenshot"), "base64"),
    close,
  };
}
