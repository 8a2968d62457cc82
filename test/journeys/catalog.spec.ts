import type { Page } from "@playwright/test";
import { expect, test } from "./journey.ts";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const titles = (page: Page) => page.locator("main").getByRole("heading", { level: 2 });

test("search as you type forgives slips, stands in the address, and the back button undoes it", async ({
  page,
}) => {
  await page.goto("/classes");
  const all = await titles(page).count();
  await search(page).pressSequentially("eyse speek");
  await expect(titles(page).first()).toHaveText("Eyes That Speak");
  await expect(page).toHaveURL(/\/classes\?q=eyse\+speek$/);
  await page.reload();
  await expect(search(page)).toHaveValue("eyse speek");
  await expect(titles(page).first()).toHaveText("Eyes That Speak");
  await page.goBack();
  await expect(page).toHaveURL(/\/classes$/);
  await expect(titles(page)).toHaveCount(all);
  await expect(search(page)).toHaveValue("");
});

test("level, price, seats and order narrow the list together, and each step can be undone", async ({
  page,
}) => {
  await page.goto("/classes");
  const all = await titles(page).count();
  await page.getByLabel("Level").selectOption("Beginner");
  await expect(page).toHaveURL(/level=beginner/);
  await expect.poll(() => titles(page).count()).toBeLessThan(all);
  const beginners = await titles(page).count();
  await page.getByLabel("Sort by").selectOption("Price, low to high");
  await expect(page).toHaveURL(/sort=price/);
  await expect
    .poll(async () => {
      const prices = await page.locator("main .price").allInnerTexts();
      const amounts = prices.map((text) => Number(text.replace(/[^\d.]/g, "")));
      return (
        amounts.length > 1 && amounts.every((amount, at) => at === 0 || amount >= (amounts[at - 1] ?? 0))
      );
    })
    .toBe(true);
  await page.getByLabel("Seats available").check();
  await expect(page).toHaveURL(/seats=left/);
  await page.goBack();
  await expect(page.getByLabel("Seats available")).not.toBeChecked();
  await page.goBack();
  await expect(page.getByLabel("Sort by")).toHaveValue("popular");
  await expect(titles(page)).toHaveCount(beginners);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(titles(page)).toHaveCount(all);
});

test("what was chosen before the page's script had come is not forgotten", async ({ page }) => {
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/framework/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/classes", { waitUntil: "commit" });
  await page.getByLabel("Level").selectOption("Advanced");
  release();
  await expect(page).toHaveURL(/level=advanced/);
  await expect(page.getByLabel("Level")).toHaveValue("advanced");
});

test("nothing found is told, with the way back", async ({ page }) => {
  await page.goto("/classes?q=zzzzqqq");
  await expect(page.getByRole("heading", { name: "No classes found" })).toBeVisible();
  await page.getByRole("link", { name: "Show all classes" }).click();
  await expect(page.getByRole("heading", { name: "Eyes That Speak" })).toBeVisible();
});

test("all of it works without a script", async ({ browser, site }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await plain.newPage();
  await page.goto("/classes");
  await search(page).fill("perspective");
  await page.getByLabel(/^Price/).selectOption("$50 and more");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/q=perspective/);
  await expect(titles(page).first()).toHaveText("Streets in One-Point Perspective");
  await page.getByRole("link", { name: "Streets in One-Point Perspective" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Streets in One-Point Perspective");
  await plain.close();
});

test("a class's page sells it: what it teaches, by whom, for how much; and says so to search engines", async ({
  page,
}) => {
  await page.goto("/classes");
  await page.getByRole("link", { name: "Eyes That Speak" }).click();
  const main = page.locator("main");
  await expect(page.getByRole("heading", { level: 1, name: "Eyes That Speak" })).toBeFocused();
  await expect(main).toContainText("Mio Tanabe");
  await expect(main).toContainText("18 seats available");
  await expect(main.getByRole("button", { name: "Select Eyes That Speak" })).toBeEnabled();
  await expect(main.getByRole("heading", { name: /what you will learn/i })).toBeVisible();
  const things = await page.locator('script[type="application/ld+json"]').allTextContents();
  const course = things
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .find((thing) => thing["@type"] === "Course");
  expect(course).toMatchObject({
    name: "Eyes That Speak",
    offers: { price: "49.00", priceCurrency: "USD" },
    hasCourseInstance: expect.anything(),
  });
  const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect((await page.request.get(picture ?? "")).headers()["content-type"]).toBe("image/png");
});
