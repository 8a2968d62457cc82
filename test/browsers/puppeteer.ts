import puppeteer, { type ElementHandle, type Frame, type Page } from "puppeteer-core";
import type { Engine, Tab } from "./engine.ts";
import { findProgram } from "./find-program.ts";

const program = findProgram("firefox", "firefox-esr");

/** By WebDriver BiDi. */
export const firefox: Engine = {
  name: "Firefox",
  missing: program ? undefined : "Firefox",
  open: async () => {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: program ?? "",
      defaultViewport: { width: 1280, height: 900 },
    });
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => {
      // Firefox reports each font whose page was left while it loaded.
      if (!String(error).includes("downloadable font")) errors.push(String(error));
    });
    return tabOf(page, async () => {
      await browser.close();
      return errors;
    });
  },
};

const tabOf = (page: Page, close: Tab["close"]): Tab => ({
  goTo: async (url) => void (await page.goto(url)),
  evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
  press: async (part) => {
    const element = await find(page, part);
    await element.click();
  },
  type: async (part, text) => {
    const element = await find(page, part);
    await element.type(text);
  },
  choose: async (part, file) => {
    const input = await page.$(`xpath/${part}`);
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
