import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export const themes = ["light", "dark"] as const;

/** What axe finds wrong with the page as it is, in lines that tell where. Targets are measured too (WCAG 2.2). */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}

/** Goes to the address and runs axe in both themes, at both sizes. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
  const found: string[] = [];
  await open(page, path);
  for (const theme of themes) {
    await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      for (const finding of await axeFindings(page)) found.push(`${theme}, ${size}: ${finding}`);
    }
  }
  expect(found, `what axe finds on ${path}`).toEqual([]);
}

/** Goes to the address, and waits until what it shows stands still. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
}

/** By how many pixels the page can be scrolled sideways. */
export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Texts of controls and headings that do not fit into their own box. */
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

/** Goes through the page with Tab. Returns the controls that were not reached, or showed no focus. */
export async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0']",
      ),
    ].filter((element) => element.checkVisibility() && element.tabIndex >= 0 && !element.closest("[inert]"));
    for (const [index, element] of controls.entries()) element.dataset["control"] = String(index);
    return controls.length;
  });
  const reached = new Set<string>();
  const unseen: string[] = [];
  for (let presses = 0; presses < count + 3; presses += 1) {
    await page.keyboard.press("Tab");
    const { index, isShown, name } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return {
        index: element.dataset["control"],
        isShown: (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none",
        name: element.outerHTML.slice(0, 120),
      };
    });
    if (index === undefined) continue;
    reached.add(index);
    if (!isShown) unseen.push(`shows no focus: ${name}`);
  }
  const missed = await page.evaluate(
    (known) =>
      [...document.querySelectorAll<HTMLElement>("[data-control]")]
        .filter((element) => !known.includes(element.dataset["control"] ?? ""))
        // Of several radio buttons of a name, Tab reaches one.
        .filter((element) => !(element instanceof HTMLInputElement && element.type === "radio"))
        .map((element) => `not reached: ${element.outerHTML.slice(0, 120)}`),
    [...reached],
  );
  return [...missed, ...unseen];
}
