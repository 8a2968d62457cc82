import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { findProgram } from "./find-program.ts";

const programs = {
  orca: findProgram("orca"),
  firefox: findProgram("firefox", "firefox-esr"),
  screen: findProgram("Xvfb"),
  bus: findProgram("dbus-daemon"),
  keys: findProgram("xdotool"),
};
const accessibilityBus = [
  "/usr/libexec/at-spi-bus-launcher",
  "/usr/lib/at-spi2-core/at-spi-bus-launcher",
].find((path) => existsSync(path));
export const missingForOrca =
  Object.values(programs).every(Boolean) && accessibilityBus ? undefined : "Orca, Xvfb or xdotool";

export interface Listener {
  readonly page: Page;
  readonly goTo: (url: string) => Promise<void>;
  /** Presses keys of the X server, which Orca sees as those of a person. */
  readonly press: (...keys: readonly string[]) => void;
  readonly type: (text: string) => void;
  /** All that Orca has said. */
  readonly speech: () => string;
  readonly close: () => Promise<void>;
}

/** Firefox with the screen reader, on a screen and a session bus of their own. Orca writes what it says into a file. */
export async function listen(): Promise<Listener> {
  const home = mkdtempSync(join(tmpdir(), "senga-orca-"));
  const speechFile = join(home, "speech");
  const started: ChildProcess[] = [];
  const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
    const child = spawn(program, args, {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      env: { ...process.env, ...env },
    });
    started.unshift(child);
    return child;
  };
  const firstLine = async (child: ChildProcess): Promise<string> =>
    String((await once(child.stdio[3]!, "data"))[0]).trim();

  const display = await firstLine(
    start(programs.screen ?? "", ["-displayfd", "3", "-screen", "0", "1280x900x24"]),
  );
  const address = await firstLine(start(programs.bus ?? "", ["--session", "--nofork", "--print-address=3"]));
  const env = {
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DISPLAY: `:${display}`,
    DBUS_SESSION_BUS_ADDRESS: address,
    GNOME_ACCESSIBILITY: "1",
    LANG: "C.UTF-8",
  };
  const customizations = join(home, ".local/share/orca");
  mkdirSync(customizations, { recursive: true });
  writeFileSync(speechFile, "");
  writeFileSync(
    join(customizations, "orca-customizations.py"),
    `import logging
from orca import speech
speech.speakKeyEvent = lambda *ignored: None
# Without a loudspeaker the speech server waits for the end of each sentence.
speech.init = lambda: None
speech._speechserver = None
said = logging.FileHandler(${JSON.stringify(speechFile)})
logging.getLogger("speech").addHandler(said)
logging.getLogger("speech").setLevel(logging.INFO)
`,
  );
  start(accessibilityBus ?? "", ["--launch-immediately"], env);
  start(programs.orca ?? "", ["--replace", "--enable=speech", "--disable=braille"], env);
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: programs.firefox ?? "",
    headless: false,
    defaultViewport: null,
    env: { ...process.env, ...env },
    extraPrefsFirefox: { "accessibility.force_disabled": -1 },
  });
  const [page = await browser.newPage()] = await browser.pages();
  const keys = (...args: readonly string[]): void =>
    void execFileSync(programs.keys ?? "", args, { env: { ...process.env, ...env } });
  // At the edge of the page, since the window opens in its address bar.
  const focusPage = (): void => keys("mousemove", "4", "600", "click", "1");
  return {
    goTo: async (url) => {
      await page.goto(url);
      focusPage();
    },
    page,
    press: (...names) => {
      keys("key", "--delay", "400", ...names);
    },
    type: (text) => {
      keys("type", "--delay", "60", text);
    },
    speech: () =>
      readFileSync(speechFile, "utf8")
        .split("\n")
        .map((line) => /^SPEECH OUTPUT: '(.*?) ?'(?: \{.*| voice=.*)?$/.exec(line)?.[1])
        .filter((line) => line !== undefined && line !== "")
        .join("\n"),
    close: async () => {
      await browser.close();
      for (const child of started) {
        const ended = once(child, "exit");
        if (child.kill()) await ended;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}
