import type { Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { videoWorkers } from "../support/uploaded-videos.ts";
import { expectAccessibleAsOpened, extremes, sidewaysPixels } from "./support/access.ts";
import {
  filmOf,
  isPaused,
  newFilmLesson,
  secondOf,
  untilPlaying,
  untilReady,
  video,
} from "./support/films.ts";
import { enter, expect, tabTo, takeSeat, test } from "./support/journey.ts";
import { newClass, newLessons, newStudent } from "./support/school.ts";

const student = { name: "Noor Haddad", email: "student@senga.example", password: demoPassword };
const said = (page: Page) => page.getByRole("region", { name: /^Video:/ }).getByRole("status");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const watchButton = (page: Page) => button(page, /^(Watch|Resume|Watch again)$/);
const captionOf = (page: Page): Promise<string | undefined> =>
  video(page).evaluate((element: HTMLVideoElement) => {
    const track = [...element.textTracks].find(({ mode }) => mode === "showing");
    return (track?.activeCues?.[0] as VTTCue | undefined)?.text;
  });

test("a student in the middle of a class watches a film with the keyboard alone", async ({ page }) => {
  await enter(page, student);
  await page.goto("/dashboard/enrolled-classes");
  const card = page.getByRole("listitem").filter({ hasText: "Hair Built from Ribbons" });
  // Other journeys of this student read on, so which lesson comes next is not fixed.
  const title = (await card.getByText(/^Next: /).innerText()).slice("Next: ".length);
  await tabTo(page, page.getByRole("link", { name: "Continue Hair Built from Ribbons" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "A head of hair in fifteen seconds" }));
  await page.keyboard.press("Enter");
  // The film may still be in work.
  await expect(watchButton(page)).toBeVisible({ timeout: 120_000 });
  await tabTo(page, watchButton(page));
  await page.keyboard.press("Enter");
  await untilPlaying(page);
  await page.keyboard.press("Space");
  await expect.poll(() => isPaused(page)).toBe(true);

  await test.step("frame by frame", async () => {
    // Other journeys of this student may have left the film near its end.
    await video(page).evaluate(
      (element: HTMLVideoElement) =>
        new Promise((done) => {
          element.addEventListener("seeked", done, { once: true });
          element.currentTime = 3;
        }),
    );
    for (const [key, second] of [
      [".", 3 + 1 / 30],
      [".", 3 + 2 / 30],
      [",", 3 + 1 / 30],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => secondOf(page)).toBeCloseTo(second, 3);
    }
  });

  await test.step("captions", async () => {
    await page.keyboard.press("c");
    await expect(said(page)).toHaveText("Captions on");
    await expect(button(page, "Captions")).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => captionOf(page)).toMatch(/\.$/);
    await page.keyboard.press("c");
    await expect.poll(() => captionOf(page)).toBeUndefined();
  });

  await test.step("flipped, and the position sought", async () => {
    await page.keyboard.press("f");
    await expect(said(page)).toHaveText("Flipped");
    await tabTo(page, page.getByRole("slider", { name: "Position" }));
    const at = await secondOf(page);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await expect.poll(() => secondOf(page)).toBeCloseTo(at + 5, 1);
    await page.keyboard.press("f");
    await expect(said(page)).toHaveText("As drawn");
  });

  await test.step("a loop, at another speed", async () => {
    await page.keyboard.press("a");
    const from = await secondOf(page);
    await page.keyboard.press("]");
    await expect(said(page)).toHaveText("Speed 1.25");
    await page.keyboard.press("Space");
    await expect.poll(() => secondOf(page)).toBeGreaterThan(from + 1);
    await page.keyboard.press("b");
    const to = await secondOf(page);
    await expect(said(page)).toHaveText(/^Loop from \d:\d\d to \d:\d\d$/);
    await expect.poll(() => secondOf(page), { intervals: [50] }).toBeLessThan(from + 0.5);
    expect(await video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.25);
    await tabTo(page, button(page, "End loop"));
    await page.keyboard.press("Enter");
    await expect.poll(() => secondOf(page)).toBeGreaterThan(to);
  });

  await test.step("a line of the transcript", async () => {
    // While the film plays, a line is the current one for two seconds only.
    await video(page).evaluate((element: HTMLVideoElement) => element.pause());
    await tabTo(page, page.locator("summary", { hasText: "Transcript" }));
    await page.keyboard.press("Enter");
    const line = button(page, /^0:02 Two edges make the curve a ribbon/);
    await tabTo(page, line);
    await page.keyboard.press("Enter");
    await expect.poll(() => secondOf(page)).toBeLessThan(5);
    await expect(line).toHaveAttribute("aria-current", "true");
  });
});

test("the last frame offers the next lesson with its picture, and going on marks a text as done", async ({
  page,
  site,
}) => {
  const { id } = await newClass(site, 5);
  const path = await filmOf(2);
  const hand = await newFilmLesson(site, id, { title: "A hand", path });
  const fist = await newFilmLesson(site, id, { title: "A fist", path });
  await newLessons(site, id, { title: "On paper" }, [{ title: "Ten fists" }, { title: "Ten hands" }]);
  await takeSeat(page, await newStudent(site), id);
  await untilReady(site, id, hand);
  await untilReady(site, id, fist);
  await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${hand}`);
  await button(page, "Watch").click();
  const player = page.getByRole("region", { name: "Video: A hand" });
  const next = player.getByRole("link", { name: /^Next lesson: A fist/ });
  await expect(next).toBeVisible();
  await expect
    .poll(() => next.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await button(page, "Watch again").click();
  await expect(next).toBeHidden();
  await next.click();
  await expect(page.getByRole("heading", { level: 1, name: "A fist" })).toBeVisible();

  await page.getByRole("link", { name: /^Next lesson: Ten fists/ }).click();
  await page.getByRole("link", { name: /^Next lesson: Ten hands/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ten hands" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Lessons of this class" })).toContainText(
    "Ten fists (done)",
  );
});

test("the page of a lesson with its film: axe finds nothing, and nothing is cut off", async ({ page }) => {
  await enter(page, student);
  await page.goto("/dashboard/enrolled-classes");
  await page.getByRole("link", { name: "Continue Hair Built from Ribbons" }).click();
  await page.getByRole("link", { name: "A head of hair in fifteen seconds" }).first().click();
  await watchButton(page).click({ timeout: 120_000 });
  await untilPlaying(page);
  await button(page, "Loop from here").click();
  await expect.poll(() => secondOf(page)).toBeGreaterThan(1);
  await button(page, "Loop to here").click();
  await page.getByText("Transcript", { exact: true }).click();
  await button(page, "Captions").click();
  await button(page, "More").click();
  await expect(page.getByRole("heading", { name: "Shortcuts" })).toBeVisible();
  await expectAccessibleAsOpened(page, "a lesson that is watched", extremes);
  const { left, right } = await page
    .getByRole("group", { name: "More" })
    .evaluate((opened) => opened.getBoundingClientRect().toJSON() as DOMRect);
  expect([left >= 0, right <= (page.viewportSize()?.width ?? 0)]).toEqual([true, true]);
  await button(page, "Flip").click();
  await expectAccessibleAsOpened(page, "a lesson that is watched flipped", extremes);
  expect(await sidewaysPixels(page), "sideways at 320 px").toBe(0);
});

test.describe("a film in work", () => {
  test.skip(process.platform !== "linux", "the worker is found in /proc");

  test("says so, appears by itself to students and to visitors, and is done once it was watched", async ({
    page,
    browser,
    site,
    watch,
  }) => {
    const { id } = await newClass(site, 5);
    await takeSeat(page, await newStudent(site), id);
    const visitors = await browser.newContext({ baseURL: site.origin });
    await watch.follow(visitors);
    const visitor = await visitors.newPage();

    const signalWorkers = (signal: "SIGSTOP" | "SIGCONT") =>
      videoWorkers(site.pid).forEach((pid) => process.kill(pid, signal));
    const holding = setInterval(signalWorkers, 10, "SIGSTOP");
    try {
      const path = await filmOf(2);
      const lesson = await newFilmLesson(site, id, { title: "A hand", path, isPreview: true });
      await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${lesson}`);
      await visitor.goto(`/classes/${id}/lessons/${lesson}`);
      for (const each of [page, visitor])
        await expect(each.getByText("This video is being prepared.")).toBeVisible();
    } finally {
      clearInterval(holding);
      signalWorkers("SIGCONT");
    }
    // One film at a time is prepared, and those of earlier journeys come first.
    await expect(button(page, "Watch")).toBeVisible({ timeout: 240_000 });
    await expect(button(visitor, "Watch the preview")).toBeVisible();
    await button(visitor, "Watch the preview").click();
    await expect.poll(() => secondOf(visitor)).toBeGreaterThan(0);
    await visitors.close();
    await button(page, "Watch").click();
    await expect(page.getByLabel("Mark as done"), "a film that was watched is done").toBeChecked();
  });
});

test("a browser that has no decoder for the film says so, and does not blame the connection", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const isTypeSupported = MediaSource.isTypeSupported.bind(MediaSource);
    MediaSource.isTypeSupported = (type) => !type.includes("avc1") && isTypeSupported(type);
  });
  await enter(page, student);
  await page.goto("/dashboard/enrolled-classes");
  await page.getByRole("link", { name: "Continue Hair Built from Ribbons" }).click();
  await page.getByRole("link", { name: "A head of hair in fifteen seconds" }).click();
  await watchButton(page).click();
  await expect(page.getByRole("alert")).toContainText("This browser can’t play this video.");
  await expect(button(page, "Try again")).toHaveCount(0);
});
