import type { Page } from "@playwright/test";
import { publicPages } from "../../src/page-records.ts";
import { expect, test } from "./support/journey.ts";

/** Replaced as soon as the browser has asked about the link's token. */
const replaced = "/reset-password";

/** With all of their attributes. The browser shows others, of the account, once it knows the session. */
const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("#page a, .navigation-links a, .footer a")]
      .filter((link) => !link.closest("noscript"))
      .map((link) => {
        const attributes = [...link.attributes].map(({ name, value }) => `${name}="${value}"`);
        return `${attributes.toSorted().join(" ")} ${link.textContent}`;
      }),
  );

test("the browser renders the links of each public page as the server does", async ({
  browser,
  page,
  site,
  watch,
}) => {
  // Without the token of a mailed link.
  watch.expectFailure(404, /^\/(api\/)?notifications\/unsubscribe/);
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
  const asSent = await context.newPage();
  const paths = Object.entries(publicPages).flatMap(([path, { file }]) =>
    path.includes(":") || path === replaced || file.endsWith(".ts") ? [] : path,
  );
  for (const list of ["/classes", "/instructors"]) {
    await asSent.goto(list);
    paths.push((await asSent.locator(`#page a[href^="${list}/"]`).first().getAttribute("href"))!);
  }
  await page.goto("/disclaimer");
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  for (const path of paths) {
    await asSent.goto(path);
    const sent = await linksOn(asSent);
    await page.evaluate((to) => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
      };
      return router.navigate(to);
    }, path);
    await expect.poll(() => linksOn(page), path).toEqual(expect.arrayContaining(sent));
  }
});
