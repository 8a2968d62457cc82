import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./journey.ts";

type Viewports = Readonly<Record<string, { readonly width: number; readonly height: number }>>;

export const desktop = { width: 1440, height: 900 };
export const sizes = { desktop, phone: { width: 390, height: 844 } };
export const extremes = { desktop, narrow: { width: 320, height: 640 } };

// A browser compiles it in half the time of the other build.
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Of what the themes differ in: colors, and the pictures that stand in one of them alone. */
const rulesOfThemes = ["color-contrast", "link-in-text-block", "image-alt", "role-img-alt", "svg-img-alt"];

/** The same component over and over: the first ones show what is wrong with it. */
const repeated = [
  "tbody > tr:nth-child(n + 9)",
  "ul > li.panel:nth-child(n + 9)",
  ".api-docs section ~ section ~ section",
];

/** Includes target sizes (WCAG 2.2). `within` is a selector. */
export async function axeFindings(page: Page, theme = "light", within = "html"): Promise<string[]> {
  await untilStill(page);
  await loadAxe(page);
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(theme === "dark"
      ? { runOnly: { type: "rule", values: rulesOfThemes } }
      : { rules: { "target-size": { enabled: true } } }),
  };
  const scan = { context: { include: [within], exclude: repeated }, options };
  return page.evaluate(async (asked) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // What a sticky bar happens to cover has no size to press.
    scrollTo({ top: 0, behavior: "instant" });
    const { violations } = await run(asked.context, asked.options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
    );
  }, scan);
}

/** Once in each document: reading it takes longer than a scan. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(axeSource);
}

/** A color between two themes has no contrast that anybody sees. */
const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // One that is canceled has ended too.
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });

export async function expectAccessible(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expectAccessibleAsOpened(page, path);
}

export async function expectAccessibleAsOpened(
  page: Page,
  what: string,
  viewports: Viewports = sizes,
  /** A selector: what lies over something else is looked at alone. */
  within?: string,
): Promise<void> {
  expect(await accessFindings(page, viewports, within), `what axe finds on ${what}`).toEqual([]);
}

/** In both themes at each size, with what is wider than the screen. */
export async function accessFindings(page: Page, viewports: Viewports, within?: string): Promise<string[]> {
  const found: string[] = [];
  const themes = ["light", "dark"];
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    for (const theme of themes) {
      await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
      for (const finding of await axeFindings(page, theme, within))
        found.push(`${theme}, ${size}: ${finding}`);
      const sideways = await sidewaysPixels(page);
      if (sideways !== 0) found.push(`${theme}, ${size}: ${sideways} px sideways`);
    }
    // The next size starts with the theme that is shown.
    themes.reverse();
  }
  return found;
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilShown(page);
}

/**
 * Opens another page of the site in the same document, as a link does. Axe and the site's code are compiled already, so
 * this costs half of what a document costs.
 */
export async function openWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    addEventListener("focusin", ({ target }) => {
      // The heading gets the focus once the page of another path is shown.
      if ((target as Element).matches("h1")) document.body.dataset["arrivedAt"] = location.pathname;
    });
    (document.activeElement as HTMLElement | null)?.blur();
    // What React Router notes there itself: without the index its blockers warn.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    history.pushState({ idx: idx + 1, key: to }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await expect(page.locator("body")).toHaveAttribute("data-arrived-at", path.replace(/\?.*/, ""));
  await untilShown(page);
}

async function untilShown(page: Page): Promise<void> {
  await expect(page.locator("h1:not(.visually-hidden)")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
}

/** As set in the browser, so that media queries see it. @param pixels 16 unless changed */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: pixels } });
  await session.detach();
}

/** Of the page, or of a document as the server sent it. */
export const headingsOf = (page: Page, html?: string): Promise<string[]> =>
  page.evaluate((sent) => {
    // The parser would report an inline style to the page's security policy.
    const plain = sent?.replaceAll(/<style[^]*?<\/style>/g, "");
    const shown = plain === undefined ? document : new DOMParser().parseFromString(plain, "text/html");
    return [...shown.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter((heading) => !heading.closest("[hidden], [aria-hidden=true]"))
      .map(({ textContent }) => textContent.trim());
  }, html);

/**
 * With all of their attributes, of the page, or of a document as the server sent it. The browser shows others, of the
 * account, once it knows the session.
 */
export const linksOf = (page: Page, html?: string): Promise<string[]> =>
  page.evaluate((sent) => {
    const plain = sent?.replaceAll(/<style[^]*?<\/style>/g, "");
    const shown = plain === undefined ? document : new DOMParser().parseFromString(plain, "text/html");
    return [...shown.querySelectorAll("#page a, .navigation-links a, .footer a")]
      .filter((link) => !link.closest("noscript"))
      .map((link) => {
        const attributes = [...link.attributes].map(({ name, value }) => `${name}="${value}"`);
        return `${attributes.toSorted().join(" ")} ${link.textContent}`;
      });
  }, html);

/** Pixels. */
export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("h1, h2, h3, button, .button, label, summary, th")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          element.clientWidth > 1 &&
          element.scrollWidth > element.clientWidth + 2 &&
          getComputedStyle(element).overflowX !== "visible",
      )
      .map((element) => element.innerText),
  );

/** WebKit takes a list without markers for a group, unless it has the role or is in a navigation. */
export const lostLists = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasMarker = (item: Element): boolean =>
      getComputedStyle(item).listStyleType !== "none" ||
      !["none", "normal"].includes(getComputedStyle(item, "::before").content);
    return [...document.querySelectorAll("ul:not([role]), ol:not([role])")]
      .filter((list) => list.checkVisibility() && !list.closest("nav, [aria-hidden=true]"))
      .filter((list) => ![...list.children].some(hasMarker))
      .map(({ outerHTML }) => `no list: ${outerHTML.slice(0, 120)}`);
  });

/** A title that is not needed for the name is a description, and read after it. */
export const repeatedNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[title], button[title]")]
      .filter(({ title, ariaLabel, textContent }) => (ariaLabel ?? textContent).includes(title))
      .map(({ outerHTML }) => `said twice: ${outerHTML.slice(0, 120)}`),
  );

const pressedAtOnce = 10;

/** Without waiting for the frame of each press: drawing them takes most of the time. */
async function pressTabs(page: Page): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const key = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
  const sent: Promise<unknown>[] = [];
  for (let press = 0; press < pressedAtOnce; press += 1)
    for (const type of ["rawKeyDown", "keyUp"] as const)
      sent.push(keyboard.send("Input.dispatchKeyEvent", { ...key, type }));
  await Promise.all(sent);
  await keyboard.detach();
}

/** Returns the controls that Tab does not reach or that show no focus. */
export async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0']",
      ),
    ].filter((element) => element.checkVisibility() && element.tabIndex >= 0 && !element.closest("[inert]"));
    for (const { dataset } of controls) dataset["focus"] = "missed";
    const noteFocus = ({ target }: FocusEvent): void => {
      const { dataset } = target as HTMLElement;
      if (dataset["focus"] === undefined) return;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target as HTMLElement);
      const isShown = (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
      dataset["focus"] = isShown ? "shown" : "hidden";
    };
    // Before React, which stops what reaches a part that is not hydrated yet.
    addEventListener("focusin", noteFocus, true);
    return controls.length;
  });
  const isMissed = async (): Promise<boolean> => (await page.locator("[data-focus=missed]").count()) > 0;
  // Some to spare: a control that appears meanwhile takes presses too.
  for (let presses = 0; presses < count + 20; presses += pressedAtOnce) {
    await pressTabs(page);
    if (presses + pressedAtOnce >= count && !(await isMissed())) break;
  }
  return page.evaluate(() => {
    const found = [...document.querySelectorAll<HTMLElement>("[data-focus=missed], [data-focus=hidden]")]
      // Tab reaches one radio button per group.
      .filter((element) => !element.matches("[type=radio][data-focus=missed]"))
      .map(({ dataset, outerHTML }) => `focus is ${dataset["focus"]}: ${outerHTML.slice(0, 120)}`);
    for (const noted of document.querySelectorAll("[data-focus]")) noted.removeAttribute("data-focus");
    return found;
  });
}

/** Controls lower than 44 px or narrower than 24. A link in a sentence is as high as its line, and a title covers its card. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 43.5;
    const isInSentence = (control: HTMLElement): boolean =>
      getComputedStyle(control).display === "inline" &&
      control.parentElement?.textContent.trim() !== control.textContent.trim();
    const isTitle = (control: HTMLElement): boolean => control.matches(".has-stretched-link .card-title > a");
    return [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary",
      ),
    ]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((control) => !control.closest(".visually-hidden, .skip-link") && !isInSentence(control))
      .map((control) => ({
        control,
        pressed: control.closest(isTitle(control) ? ".has-stretched-link" : "label") ?? control,
      }))
      .filter(({ control, pressed }) => {
        const { width, height } = pressed.getBoundingClientRect();
        const { inset } = getComputedStyle(control, "::before");
        const around = inset.startsWith("-") ? -2 * Number.parseFloat(inset) : 0;
        return width > 2 && (height + around < least || (control.innerText !== "" && width + around < 24));
      })
      .map(({ control }) => `small: ${control.outerHTML.slice(0, 120)}`);
  });

/** Wide and narrow. */
export async function expectAccessibleAsItIs(page: Page, what: string): Promise<void> {
  await untilShown(page);
  await expectAccessibleAsOpened(page, what, extremes);
}
