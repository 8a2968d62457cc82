import type { Page } from "@playwright/test";
import { expectAccessibleAsOpened } from "./support/access.ts";
import { expect, gotoBeforeScripts, test } from "./support/journey.ts";
import { newClass } from "./support/school.ts";

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

test("words typed while the page of the first ones comes are the same search in the history", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/classes");
  const all = await titles(page).count();
  await page.clock.pauseAt(Date.now() + 60_000);
  let arrive = (): void => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/classes.data?q=ey*", async (route) => {
    if (new URL(route.request().url()).searchParams.get("q") === "ey") await held;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().includes("classes.data?q=ey"));
  await search(page).pressSequentially("ey");
  await page.clock.runFor(300);
  await asked;
  await search(page).pressSequentially("es");
  arrive();
  await expect(page).toHaveURL(/\/classes\?q=ey$/);
  await page.clock.runFor(300);
  await expect(page).toHaveURL(/\/classes\?q=eyes$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/classes$/);
  await expect(titles(page)).toHaveCount(all);
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
  await expect(page.getByRole("heading", { level: 1 }), "the link is gone").toBeFocused();
});

test("a price range that the menu lacks stays when something else is chosen", async ({ page }) => {
  await page.goto("/classes?price=3-77");
  const price = page.locator("select[name=price]");
  await expect(price.locator("option:checked")).toHaveText("$3 to $77");
  await page.getByLabel("Level").selectOption("Beginner");
  await expect(page).toHaveURL(/level=beginner/);
  expect(new URL(page.url()).searchParams.get("price")).toBe("3-77");
  await price.selectOption("Up to $30");
  await expect(page).toHaveURL(/price=-30/);
  await page.goBack();
  await expect(price).toHaveValue("3-77");
});

test("parameters of an advertisement change nothing on a page, and its own ones do", async ({ page }) => {
  const etag = async (url: string) => (await page.request.get(url)).headers()["etag"];
  const searched = await etag("/classes?q=eyes&level=beginner");
  expect(await etag("/classes?utm_source=x&level=beginner&fbclid=1&q=eyes")).toBe(searched);
  expect(await etag("/classes?level=beginner")).not.toBe(searched);
  expect(await etag("/login?reset=done")).not.toBe(await etag("/login?utm_source=x"));
  await page.goto("/classes?utm_source=x");
  await page.getByLabel("Level").selectOption("Beginner");
  await expect(page).toHaveURL(/level=beginner/);
  await expect(page.getByRole("link", { name: "Clear filters" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?utm_source=x$/);
  await expect(page.getByRole("link", { name: "Clear filters" })).toBeHidden();
  await expect(page.locator("meta[name=robots]")).toHaveCount(0);
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
  await search(page).pressSequentially("ha");
  release();
  await expect(page).toHaveURL(/level=advanced/);
  await expect(page).toHaveURL(/q=ha/);
  await expect(page.getByLabel("Level")).toHaveValue("advanced");
  const suggestions = page.getByRole("list", { name: "Suggestions" });
  await expect(suggestions.getByRole("link", { name: "Hair Built from Ribbons" })).toBeVisible();
});

test("buttons that are pressed before the page's script has come are pressed when it has", async ({
  page,
}) => {
  await test.step("the filters and the theme", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await gotoBeforeScripts(page, "/classes");
    const theme = await page.locator("html").getAttribute("data-theme");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("button", { name: /^Switch to the/ }).click();
    release();
    await expect(page.getByLabel("Level")).toBeVisible();
    await expect(page.locator("html")).not.toHaveAttribute("data-theme", theme ?? "");
  });
  await test.step("a portrait, and the password", async () => {
    const release = await gotoBeforeScripts(page, "/signup");
    await page.getByRole("button", { name: "The fox" }).click();
    await page.getByRole("button", { name: "The bunny" }).click();
    await page.getByRole("button", { name: "Show password" }).first().click();
    release();
    await expect(page.getByRole("button", { name: "Hide password" })).toHaveCount(1);
    await expect(page.locator("[name=photo]")).toHaveValue(/bunny/);
  });
  await test.step("a picture of a portfolio", async () => {
    await page.goto("/instructors");
    const path = await page.getByRole("link", { name: "Mio Tanabe" }).getAttribute("href");
    const release = await gotoBeforeScripts(page, path ?? "");
    await page
      .getByRole("button", { name: /, open the whole picture$/ })
      .first()
      .click();
    release();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

test("suggestions come while one types, and lead on by keyboard", async ({ page }) => {
  await page.goto("/classes");
  const suggestions = page.getByRole("list", { name: "Suggestions" });
  const status = page.locator(".filters").getByRole("status");
  await search(page).pressSequentially("ha");
  await expect(suggestions.getByRole("link", { name: "Hair Built from Ribbons" })).toBeVisible();
  await expect(suggestions.getByRole("link", { name: "Haru Okafor Instructor" })).toBeVisible();
  await expect(status).toContainText("5 suggestions");
  await expectAccessibleAsOpened(page, "suggestions", undefined, ".suggestions");
  await page.keyboard.press("Escape");
  await expect(suggestions).toBeHidden();
  await expect(search(page)).toBeFocused();
  await search(page).pressSequentially("nd");
  await expect(status).toContainText("1 suggestion.");
  await page.keyboard.press("ArrowDown");
  await expect(suggestions.getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(search(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Hands Built from Boxes" })).toBeFocused();
});

test("what a class teaches is found, slips are told, classes that come close are shown, with the way back", async ({
  page,
}) => {
  await page.goto("/classes?q=manga+panel");
  await expect(titles(page).first()).toHaveText("Panels That Read Themselves");
  await page.goto("/classes?q=clothing");
  await expect(titles(page)).toHaveText(["Costumes with a Story"]);
  await page.goto("/classes?q=screntone+ligth");
  await expect(page.getByText("Showing results for screentone light.")).toBeVisible();
  await expect(titles(page)).toHaveText(["Screentone and Light"]);
  await page.goto("/classes?q=ribbons+perspective");
  await expect(page.getByRole("heading", { name: "No classes found" })).toBeVisible();
  const closest = page
    .getByRole("region", { name: "The closest we have" })
    .getByRole("heading", { level: 3 });
  await expect(closest).toHaveText(["Streets in One-Point Perspective", "Hair Built from Ribbons"]);
  await page.goto("/classes?q=zzzzqqq&topic=lettering");
  await expect(closest).toHaveText(["Sound-Effect Lettering"]);
  await page.goto("/classes?q=zzzzqqq");
  await expect(page.getByRole("heading", { name: "No classes found" })).toBeVisible();
  await expect(closest).toHaveCount(3);
  await page.getByRole("link", { name: "Show all classes" }).click();
  await expect(page.getByRole("heading", { name: "Eyes That Speak" })).toBeVisible();
});

test("cards tell what a class is, from its data", async ({ page, site }) => {
  const full = await newClass(site, 0);
  await page.goto("/classes?q=" + encodeURIComponent(full.name));
  const card = page.getByRole("listitem").filter({ hasText: full.name });
  await expect(card).toContainText("Full");
  await page.goto("/classes?q=Twelve+Moods");
  const moods = page.getByRole("listitem").filter({ hasText: "Twelve Moods, One Face" });
  await expect(moods).toContainText("Beginner · 5 lessons · 2 critiques");
  await expect(moods).toContainText("New");
  await page.goto("/classes?topic=lettering");
  await expect(page.getByRole("listitem").filter({ hasText: "Sound-Effect Lettering" })).toContainText(
    /Opens \w{3} \d/,
  );
});

test("an instructor whose picture fails before the page's script has come shows an initial", async ({
  page,
  watch,
}) => {
  watch.expectFailure(0, /portrait-/);
  await page.route(/portrait-.*\.svg/, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  const release = await gotoBeforeScripts(page, "/instructors");
  await failed;
  release();
  await expect(page.locator("span.instructor-portrait").first()).toBeVisible();
});

test("topics narrow the list, from the page of a class too", async ({ page }) => {
  await page.goto("/classes");
  await page.getByRole("radio", { name: "Lettering" }).check({ force: true });
  await expect(page).toHaveURL(/\?topic=lettering$/);
  await expect(titles(page)).toHaveText(["Sound-Effect Lettering"]);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/topic=tone/);
  await expect(titles(page)).toContainText(["Screentone and Light"]);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByRole("radio", { name: "All" })).toBeChecked();
  await page.getByRole("link", { name: "Eyes That Speak" }).click();
  await page.getByRole("list", { name: "Topics" }).getByRole("link", { name: "Inking" }).click();
  await expect(page.getByRole("radio", { name: "Inking" })).toBeChecked();
  await expect(titles(page)).toContainText(["Eyes That Speak"]);
});

test("the bar marks the list of classes, on the page of a class too", async ({ page }) => {
  const bar = page.getByRole("navigation", { name: "Main" });
  const marked = bar.locator("[aria-current=page]");
  for (const path of ["/classes/", "/CLASSES", "/classes"]) {
    await page.goto(path);
    await expect(marked).toHaveText(["Classes"]);
  }
  await page.getByRole("link", { name: "Eyes That Speak" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Eyes That Speak" })).toBeVisible();
  await expect(marked).toHaveText(["Classes"]);
  await bar.getByRole("link", { name: "Home" }).click();
  await expect(marked).toHaveText(["Home"]);
});

test("all of it works without a script", async ({ browser, site }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await plain.newPage();
  await page.goto("/classes");
  await search(page).fill("perspective");
  await page.getByLabel(/^Price/).selectOption("$50 and up");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/q=perspective/);
  await expect(titles(page).first()).toHaveText("Streets in One-Point Perspective");
  await page.getByRole("link", { name: "Streets in One-Point Perspective" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Streets in One-Point Perspective");
});

test("a class's page sells it: what it teaches, by whom, for how much, what is included; and says so to search engines", async ({
  page,
}) => {
  await page.goto("/classes");
  await page.getByRole("link", { name: "Eyes That Speak" }).click();
  const main = page.locator("main");
  await expect(page.getByRole("heading", { level: 1, name: "Eyes That Speak" })).toBeFocused();
  await expect(main).toContainText("Mio Tanabe");
  await expect(main).toContainText("18 seats available");
  await expect(main.getByRole("button", { name: "Select Eyes That Speak" })).toBeEnabled();
  await expect(main.getByRole("heading", { name: "What you’ll learn" })).toBeVisible();
  const others = page.locator("section", { hasText: /^(More by Mio Tanabe|Classes like this)/ });
  const names = await others.getByRole("heading", { level: 3 }).allInnerTexts();
  expect(names).toHaveLength(3);
  expect(new Set([...names, "Eyes That Speak"]).size).toBe(4);
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
  await expect(page.getByRole("list", { name: "Included" }).getByRole("listitem")).toHaveText([
    "12 lessons",
    "4 exercises, each with a critique by Mio Tanabe within 5 days",
    "4 worksheets and files",
    "A class gallery for your drawings",
    "A certificate when you finish",
  ]);
  const drawn = page.getByRole("region", { name: "What you’ll draw" });
  await expect(drawn.getByRole("list", { name: "Mio Tanabe’s notes" }).getByRole("listitem")).toHaveCount(3);
  for (const sheet of await drawn.getByRole("img").all()) {
    await sheet.scrollIntoViewIfNeeded();
    await expect(sheet).toHaveJSProperty("complete", true);
    expect(await sheet.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  }
});

test("a later page of a search leads back to the search", async ({ page }) => {
  const list = await page.request.get("/api/approvedClasses?q=line&limit=1&sort=relevance");
  const [, cursor = ""] = /cursor=([^&>]+)[^>]*>; rel="next"/.exec(list.headers()["link"] ?? "") ?? [];
  expect(cursor).not.toBe("");
  await page.goto(`/classes?level=beginner&q=line&cursor=${cursor}`);
  await expect(page.getByRole("link", { name: "First page" })).toHaveAttribute(
    "href",
    "/classes?level=beginner&q=line",
  );
  await page.getByRole("link", { name: "First page" }).click();
  await expect(page).toHaveURL(/q=line$/);
  await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeFocused();
});
