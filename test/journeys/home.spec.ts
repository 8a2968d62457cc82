import type { Locator, Page } from "@playwright/test";
import { enter, expect, gotoBeforeScripts, holdAnswers, test, untilAlive } from "./support/journey.ts";
import { newStudent } from "./support/school.ts";

const slideTab = (page: Page, number: number): Locator =>
  page.getByRole("tab", { name: new RegExp(`^${number} of 5`) });

const expectSlide = (page: Page, number: number): Promise<void> =>
  expect(slideTab(page, number)).toHaveAttribute("aria-selected", "true");

/** Uses a fake clock and waits for the first slide change. */
async function openHome(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.goto("/");
  await expect(async () => {
    await page.clock.runFor(3000);
    await expectSlide(page, 2);
  }).toPass();
}

async function openHomeStill(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play the slides" })).toBeVisible();
}

test("slides and drawings move by themselves, and stop for the pointer, the focus and the button", async ({
  page,
}) => {
  await openHome(page);
  await test.step("the slides", async () => {
    const slides = page.getByRole("region", { name: "From our classes" });
    const live = slides.locator("[aria-live]");
    await expect(live).toHaveAttribute("aria-live", "off");
    await page.clock.runFor(3000);
    await expectSlide(page, 3);

    await page.getByRole("tabpanel", { name: "3 of 5" }).hover();
    await expect(live).toHaveAttribute("aria-live", "polite");
    await page.clock.runFor(10_000);
    await expectSlide(page, 3);

    await page.getByRole("heading", { level: 1 }).hover();
    await expect(live).toHaveAttribute("aria-live", "off");
    await page.clock.runFor(3000);
    await expectSlide(page, 4);

    await slideTab(page, 4).focus();
    await expect(live).toHaveAttribute("aria-live", "polite");
    await page.clock.runFor(10_000);
    await expectSlide(page, 4);

    await page.getByRole("button", { name: "Pause the slides" }).click();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(page.getByRole("button", { name: "Play the slides" })).toBeVisible();
    await page.clock.runFor(10_000);
    await expectSlide(page, 4);

    // After Play, the slides turn even with pointer and focus on them.
    await page.getByRole("button", { name: "Play the slides" }).click();
    await expect(live).toHaveAttribute("aria-live", "off");
    await page.clock.runFor(3000);
    await expectSlide(page, 5);
  });
  await test.step("the drawings", async () => {
    const drawings = page.getByRole("region", { name: "More drawings" });
    const pause = drawings.getByRole("button", { name: "Pause the drawings" });
    const play = drawings.getByRole("button", { name: "Play the drawings" });
    const title = page.getByRole("heading", { name: "Questions, answered in ink" });
    await title.hover();
    // Its script comes when it is near, and the style sheet stops the drawings without it.
    await untilAlive(pause);
    await expect.poll(() => playState(drawings)).toBe("running");
    await pause.hover();
    await expect.poll(() => playState(drawings)).toBe("paused");
    await title.hover();
    await expect.poll(() => playState(drawings)).toBe("running");

    await pause.click();
    await title.click();
    await expect(play).toBeVisible();
    expect(await playState(drawings)).toBe("paused");
    await play.click();
    await expect.poll(() => playState(drawings)).toBe("running");
    await title.click();
    await expect.poll(() => playState(drawings)).toBe("running");

    await page.keyboard.press("Tab");
    await pause.focus();
    await expect.poll(() => playState(drawings)).toBe("paused");
  });
});

test("at rest: the fonts, the slides by keyboard, the quotes around, the newsletter to its thanks, the questions", async ({
  page,
  watch,
}) => {
  watch.expectFailure(0, /newsletter$/);
  await openHomeStill(page);
  await test.step("the fonts, those of the notes once the page is alive", async () => {
    const loadedFonts = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ status }) => status === "loaded")
          .map((face) => `${face.family} ${face.weight}`),
      );
    const expected = [
      "Atkinson Hyperlegible Next 400",
      "Atkinson Hyperlegible Next 700",
      "Dela Gothic One 400",
      "Yusei Magic normal",
    ];
    await expect
      .poll(async () => (await loadedFonts()).map((name) => name.replaceAll('"', "")))
      .toEqual(expect.arrayContaining(expected));
  });
  await test.step("nothing moves by itself for somebody who asked for less motion", async () => {
    await page.clock.runFor(10_000);
    await expectSlide(page, 1);
    const drawings = page.getByRole("region", { name: "More drawings" });
    await expect(drawings.getByRole("button")).toBeHidden();
    expect(await playState(drawings)).toBe("none");
  });
  await test.step("the slides by keyboard", async () => {
    await page.getByRole("button", { name: "Previous slide" }).focus();
    await page.keyboard.press("Enter");
    await expectSlide(page, 5);
    await page.keyboard.press("Tab");
    await expect(slideTab(page, 5)).toBeFocused();
    for (const [key, number] of [
      ["ArrowRight", 1],
      ["ArrowRight", 2],
      ["ArrowLeft", 1],
      ["ArrowLeft", 5],
      ["Home", 1],
      ["End", 5],
    ] as const) {
      await page.keyboard.press(key);
      await expect(slideTab(page, number)).toBeFocused();
      await expectSlide(page, number);
      const shown = page.locator('[role="tabpanel"]:not([inert])');
      await expect(shown).toHaveAccessibleName(new RegExp(`^${number} of 5`));
    }
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Next slide" })).toBeFocused();
  });
  await test.step("student quotes, one after the other and around, at one height", async () => {
    const quotes = page.getByRole("group", { name: "Student quotes" });
    await quotes.scrollIntoViewIfNeeded();
    await untilAlive(quotes);
    const height = async () => (await quotes.boundingBox())?.height;
    const first = await height();
    await expect(quotes.getByRole("blockquote")).toHaveCount(1);
    await expect(quotes).toContainText("1 of 3");
    for (const [button, student, place] of [
      ["Next quote", "Kenji M. in One Hundred Pen Lines", "2 of 3"],
      ["Next quote", "Noor H. in Streets in One-Point Perspective", "3 of 3"],
      ["Next quote", "Ada W. in Eyes That Speak", "1 of 3"],
      ["Previous quote", "Noor H. in Streets in One-Point Perspective", "3 of 3"],
    ] as const) {
      await quotes.getByRole("button", { name: button }).click();
      await expect(quotes.getByText(student)).toBeVisible();
      await expect(quotes.getByRole("figure", { name: place })).toBeVisible();
      await expect(quotes.getByRole("blockquote")).toHaveCount(1);
      expect(await height()).toBe(first);
    }
  });
  await test.step("the newsletter form says what is missing or failed, then thanks and begins again", async () => {
    const panel = page.getByRole("region", { name: "New classes in your inbox" });
    const name = panel.getByLabel("Name");
    const email = panel.getByLabel("Email");
    await name.scrollIntoViewIfNeeded();
    await untilAlive(panel.locator("form"));
    await panel.getByRole("button", { name: "Subscribe" }).click();
    const summary = panel.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary).toBeFocused();
    await expect(summary).toContainText("Name is required");
    await summary.getByRole("link", { name: "Email is required" }).click();
    await expect(email).toBeFocused();
    await name.fill("Ada");
    await name.press("Enter");
    await expect(panel.getByText("Error: Email is required")).toBeVisible();
    await expect(panel.getByText("Error: Name is required")).toBeHidden();
    await expect(name).toHaveValue("Ada");

    const address = `letters-${Date.now()}@example.org`;
    await email.fill(address);
    await page.route(/newsletter$/, (route) => route.abort());
    await email.press("Enter");
    await expect(panel.getByRole("alert").filter({ hasText: "Can’t reach Senga." })).toBeVisible();
    await expect(name).toHaveValue("Ada");
    await expect(email).toHaveValue(address);
    await page.unroute(/newsletter$/);
    await panel.getByRole("button", { name: "Subscribe" }).click();
    const thanks = page.getByRole("alertdialog", { name: "Good job!" });
    await expect(thanks).toContainText("You have subscribed!");
    await thanks.getByRole("button", { name: "OK", exact: true }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue("");
    await expect(email).toHaveValue("");
  });
  await test.step("the questions open and close, several at a time, without a mouse", async () => {
    const questions = page.getByRole("region", { name: "Questions, answered in ink" });
    await expect(questions.getByText(/^Character work/)).toBeVisible();
    const howToBuy = questions.getByText("How do I buy a class?");
    const answer = questions.getByText(/^Log in, press Select/);
    await expect(answer).toBeHidden();
    await howToBuy.focus();
    await page.keyboard.press("Enter");
    await expect(answer).toBeVisible();
    await expect(questions.getByText(/^Character work/)).toBeVisible();
    await page.keyboard.press("Space");
    await expect(answer).toBeHidden();
    await expect(questions.getByRole("link", { name: "write to us" })).toHaveAttribute("href", "/contact-us");
  });
  await test.step("on a phone, each caption stands in a box below its slide", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const number of [1, 2, 3, 4, 5]) {
      await slideTab(page, number).click();
      const caption = page
        .getByRole("tabpanel", { name: new RegExp(`^${number} of 5`) })
        .locator(".slide-caption");
      // An inline box breaks around the block of its second line.
      const boxes = await caption.evaluate((element) => element.getClientRects().length);
      expect(boxes, `boxes of caption ${number}`).toBe(1);
    }
  });
});

test("who never scrolled down finds the whole page again: by Home, by Back, and after a logout", async ({
  page,
  site,
}) => {
  await enter(page, await newStudent(site));
  const bar = page.getByRole("banner");
  const expectWhole = async (): Promise<void> => {
    for (const name of ["What students say", "New classes in your inbox", "Questions, answered in ink"])
      await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(page.locator(".drawing-marquee")).toBeVisible();
  };
  /** By a slow line, on which the page says that the next one is on its way. */
  const leave = async (): Promise<void> => {
    await page.goto("/");
    const release = await holdAnswers(page, "**/classes.data*");
    await bar.getByRole("link", { name: "Classes", exact: true }).click();
    await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeVisible();
    release();
    await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeFocused();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
  };
  await leave();
  await bar.getByRole("link", { name: "Home" }).click();
  await expectWhole();
  await leave();
  await page.goBack();
  await expectWhole();
  await page.getByRole("heading", { name: "Popular Instructors" }).scrollIntoViewIfNeeded();
  await bar.getByRole("link", { name: "Senga" }).first().click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goto("/");
  await bar.getByRole("button", { name: "Logout" }).click();
  await expect(bar.getByRole("link", { name: "Login" })).toBeVisible();
  await expectWhole();
});

const playState = (drawings: Locator): Promise<string> =>
  drawings
    .getByRole("list")
    .first()
    .evaluate((list) => list.parentElement?.getAnimations()[0]?.playState ?? "none");

test("a press counts before its script has come: on the slides that of the page, on a quote its own", async ({
  page,
}) => {
  const releaseQuotes = await holdAnswers(page, /\/assets\/testimonials-.*\.js$/);
  const release = await gotoBeforeScripts(page, "/");
  await page.getByRole("button", { name: "Next slide" }).click();
  release();
  await expectSlide(page, 2);
  const quotes = page.getByRole("group", { name: "Student quotes" });
  await quotes.scrollIntoViewIfNeeded();
  await quotes.getByRole("button", { name: "Next quote" }).click();
  await expect(quotes).toContainText("1 of 3");
  releaseQuotes();
  await expect(quotes).toContainText("2 of 3");
});

test("the page reads without a script", async ({ browser, site }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await plain.newPage();
  await page.goto("/");
  await expect(page.getByText("clouds are spheres that forgot to stop")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next slide" })).toBeHidden();
  for (const student of ["Ada W.", "Kenji M.", "Noor H."])
    await expect(page.getByText(student)).toBeVisible();
  await expect(page.getByRole("button", { name: "Next quote" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Pause the drawings" })).toBeHidden();
  await page.getByText("What devices can I use?").click();
  await expect(page.getByText(/^Any phone, tablet or computer/)).toBeVisible();
});

test("in another year than the server's, the page and its theme stay as they are", async ({ page }) => {
  await page.clock.setFixedTime("2031-01-01T00:00:00Z");
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.goto("/about-us");
  await untilAlive(page.locator("footer"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
