import puppeteer, { type ElementHandle, type Frame, type Page } from "puppeteer-core";
import type { Engine, Tab } from "./engine.ts";
import { findProgram } from "./find-program.ts";

/** By WebDriver BiDi. */
export const firefox = engine("Firefox", "firefox", findProgram("firefox", "firefox-esr"), []);

/** The journeys' engine on the same way, so that all three can be compared. */
export const chromium = engine(
  "Chromium",
  "chrome",
  process.env["CHROMIUM_PATH"] ?? findProgram("chromium-headless-shell", "chromium", "google-chrome"),
  ["--no-sandbox"],
);

function engine(
  name: string,
  browser: "chrome" | "firefox",
  program: string | undefined,
  args: string[],
): Engine {
  return {
    name,
    missing: program ? undefined : name,
    narrowest: 320,
    open: async (width) => {
      const started = await puppeteer.launch({
        browser,
        args,
        executablePath: program ?? "",
        defaultViewport: { width, height: 900 },
      });
      const page = await started.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => {
        // Firefox reports each font whose page was left while it loaded.
        if (!String(error).includes("downloadable font")) errors.push(String(error));
      });
      return tabOf(page, async () => {
        await started.close();
        return errors;
      });
    },
  };
}

const tabOf = (page: Page, close: Tab["close"]): Tab => ({
  goTo: async (url) => {
    await page.goto(url);
    // A font that arrives moves what is under it.
    await page.evaluate("document.fonts.ready.then(() => undefined)");
  },
  evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
  press: async (part) => {
    // A locator waits until the part stands still.
    await page.locator(`xpath/${part}`).setTimeout(15_000).click();
  },
  type: async (part, text) => {
    const element = await find(page, part);
    await element.type(text);
  },
  pressKey: (key) => page.keyboard.press(key),
  choose: async (part, file) => {
    const input = await page.waitForSelector(`xpath/${part}`, { timeout: 15_000 });
    await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
  },
  typeInFrame: async (frame, part, text) => {
    const element = await find(page, frame);
    const field = await find(await element.contentFrame(), part);
    await field.type(text);
  },
  screenshot: async () => Buffer.from(await page.screenshot()),
  close,
});

async function find(within: Page | Frame | null, part: string): Promise<ElementHandle> {
  const found = await within?.waitForSelector(`xpath/${part}`, { visible: true, timeout: 15_000 });
  if (!found) throw new Error(`not there: ${part}`);
  return found;
}
