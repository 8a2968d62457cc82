import { readFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { uploadByTus } from "../support/tus.ts";
import { instructor } from "./support/building.ts";
import { drawing } from "./support/drawing.ts";
import {
  filmOf,
  isPaused,
  newFilmLesson,
  secondOf,
  untilPlaying,
  untilReady,
  video,
  worksheetPath,
} from "./support/films.ts";
import { enter, expect, expectToast, takeSeat, test } from "./support/journey.ts";
import { type Account, demoToken, newClass, newLessons, newStudent } from "./support/school.ts";
import type { Site } from "./support/site.ts";

type Follow = (page: Page) => Promise<void>;

/** The five panels of the about page, each with its sentence in the words that are printed. */
const promises = {
  "Step-by-step video tutorials":
    "Every stroke, in order: construction, pencil, ink, tone. Pause, slow down, repeat a part or flip the picture, and draw along at your own pace.",
  "Downloadable materials":
    "Worksheets and reference sheets sit right beside the lesson that uses them. Download them, print them, draw over them, keep them.",
  "Access on all devices":
    "The laptop on your desk, your tablet, your phone on the train: your classes work on all of them, and Continue knows where you stopped.",
  "Community support groups":
    "Every class has a gallery. Show a page there, ask what’s wrong with that hand, and help someone else with theirs. Under 18? Your guardian has to agree first.",
  "Certificates on completion":
    "Finish every lesson, draw every exercise, first line to last, and you get a sealed certificate with your name, the class and your instructor.",
};

async function openAs(
  { browser, site, follow }: { browser: Browser; site: Site; follow: Follow },
  person: Account,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin, ...options });
  const page = await context.newPage();
  await follow(page);
  await enter(page, person);
  return page;
}

async function newExercise(site: Site, title: string) {
  const { id, name } = await newClass(site, 5);
  const lessons = await newLessons(site, id, { title: "First lines" }, [
    { title: "Hold the pencil" },
    { title, kind: "exercise" },
  ]);
  const [text, exercise] = lessons.map((lesson) => `/dashboard/enrolled-classes/${id}/lessons/${lesson}`);
  return { id, name, text: text!, exercise: exercise! };
}

async function handIn(page: Page, exercise: string, color: string, note: string): Promise<void> {
  await page.goto(exercise);
  await page.locator("#drawing-files").setInputFiles([await drawing(color)]);
  await page.getByLabel("A note to").fill(note);
  await page.getByRole("button", { name: "Hand in" }).click();
  await expect(page.getByText("You’ll hear back by")).toBeVisible();
}

test("the about page makes five promises", async ({ page }) => {
  await page.goto("/about-us");
  const panels = page.locator(".promises").getByRole("listitem");
  await expect(panels.getByRole("heading")).toHaveText(Object.keys(promises));
  for (const [title, sentence] of Object.entries(promises)) {
    const panel = panels.filter({ has: page.getByRole("heading", { name: title }) });
    await expect(panel.getByText(sentence, { exact: true })).toBeVisible();
  }
});

test("step-by-step video tutorials", async ({ page, site }) => {
  test.setTimeout(240_000);
  const name = "Eyes That Speak";
  const found = await page.request.get(`/api/approvedClasses?${new URLSearchParams({ q: name })}`);
  const [first] = (await found.json()) as { _id: string }[];
  await takeSeat(page, await newStudent(site), first!._id);
  await page.goto("/dashboard/enrolled-classes");
  await page.getByRole("link", { name: `Continue ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "One eye, start to finish" })).toBeVisible();
  // The film may still be in work.
  await page.getByRole("button", { name: "Watch", exact: true }).click({ timeout: 120_000 });
  await untilPlaying(page);

  const button = (label: string | RegExp): Locator => page.getByRole("button", { name: label });
  await page.locator("summary", { hasText: "Transcript" }).click();
  const steps = [/ovals and a cross/, /Lighten the pencil/, /Ink the lash/, /^.*Tone:/];
  const seconds: number[] = [];
  for (const step of steps) {
    await button(step).click();
    await expect(button(step)).toHaveAttribute("aria-current", "true");
    seconds.push(await secondOf(page));
  }
  expect(seconds, "construction, pencil, ink, tone").toEqual(seconds.toSorted((a, b) => a - b));

  await page.getByLabel("Speed").selectOption("0.5");
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(0.5);
  await button(/Ink the lash/).click();
  await button("Loop from here").click();
  const from = await secondOf(page);
  await expect.poll(() => secondOf(page)).toBeGreaterThan(from + 1);
  await button("Loop to here").click();
  await expect.poll(() => secondOf(page), { intervals: [50] }).toBeLessThan(from + 0.5);
  await button("Flip").click();
  const mirrored = (): Promise<number> =>
    video(page).evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);
  await expect.poll(mirrored).toBe(-1);
  await button("Pause").click();
  await expect.poll(() => isPaused(page)).toBe(true);
});

test("downloadable materials", async ({ page, site }) => {
  const { id } = await newClass(site, 5);
  const [lesson = ""] = await newLessons(site, id, { title: "First lines" }, [{ title: "Ribbons" }]);
  const background = "#e9452a";
  const files = {
    "worksheet.pdf": await readFile(worksheetPath("hair-ribbons.pdf")),
    "reference.png": await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer(),
    "ink.abr": Buffer.from([0, 6, 0, 2, ...Buffer.from("8BIMsamp")]),
  };
  const token = await demoToken(site, instructor.email);
  for (const [fileName, bytes] of Object.entries(files)) {
    const plan = { purpose: "material", classId: id, lessonId: lesson, fileName } as const;
    expect((await uploadByTus(site, { token }, plan, bytes)).status).toBe(204);
  }
  await takeSeat(page, await newStudent(site), id);
  await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${lesson}`);
  const materials = page.getByRole("region", { name: "Materials" });
  for (const [fileName, bytes] of Object.entries(files)) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      materials.getByRole("link", { name: fileName }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(fileName);
    expect((await readFile(await download.path())).equals(bytes), fileName).toBe(true);
  }
});

test("access on all devices", async ({ page, browser, site, watch }) => {
  test.setTimeout(240_000);
  const { id, name } = await newClass(site, 5);
  const film = await newFilmLesson(site, id, { title: "Hair", path: await filmOf(60) });
  await newLessons(site, id, { title: "First lines" }, [{ title: "Hold the pencil" }]);
  const student = await newStudent(site);
  await takeSeat(page, student, id);
  await untilReady(site, id, film);
  const follow: Follow = (followed) => watch.follow(followed.context());
  const phone = await openAs({ browser, site, follow }, student, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });

  let stopped = 0;
  for (const [device, skipTo] of [
    [page, 30],
    [phone, 45],
  ] as const) {
    await device.goto("/dashboard/enrolled-classes");
    await device.getByRole("link", { name: new RegExp(`^(Start|Continue) ${name}$`) }).click();
    await expect(device.getByRole("heading", { level: 1, name: "Hair" })).toBeVisible();
    await device.getByRole("button", { name: stopped === 0 ? "Watch" : "Resume" }).click();
    await untilPlaying(device);
    const resumedAt = await secondOf(device);
    expect(resumedAt, "where the last device stopped").toBeGreaterThan(stopped - 5);
    expect(resumedAt).toBeLessThan(stopped + 10);
    if (device === page) {
      const cookies = await page.context().cookies(`${site.origin}/media`);
      expect(cookies.find((cookie) => cookie.name === "media")).toMatchObject({
        path: "/media",
        httpOnly: true,
        sameSite: "Strict",
      });
      await page.getByRole("button", { name: "Flip" }).click();
      const slider = page.getByRole("slider", { name: "Position" });
      const { width, height } = (await slider.boundingBox())!;
      await slider.click({ position: { x: width / 2, y: height / 2 } });
      await untilPlaying(page);
    } else
      await video(device).evaluate((element: HTMLVideoElement, second) => {
        element.currentTime = second;
      }, skipTo);
    // Less than a second is not worth a report.
    await expect.poll(() => secondOf(device)).toBeGreaterThan(skipTo + 2);
    // Not a report from before that was still on its way.
    const reported = device.waitForResponse((response) => {
      if (!response.url().endsWith("/watched") || !response.ok()) return false;
      return (response.request().postDataJSON() as { position: number }).position >= skipTo + 1;
    });
    await video(device).evaluate((element: HTMLVideoElement) => element.pause());
    stopped = await secondOf(device);
    await reported;
  }
});

test("community support groups", async ({ page, browser, site, watch }) => {
  test.setTimeout(240_000);
  const { id, exercise } = await newExercise(site, "Ten hands");
  const [asker, helper] = [await newStudent(site), await newStudent(site)];
  await takeSeat(page, asker, id);
  const context = await browser.newContext({ baseURL: site.origin });
  await watch.follow(context);
  const other = await context.newPage();
  await takeSeat(other, helper, id);

  const question = "What’s wrong with this hand?";
  await handIn(page, exercise, "#c0d8e8", question);
  await page.getByRole("button", { name: "Share with my class" }).click();
  await expect(page.getByText("Your class can see this drawing")).toBeVisible();

  await other.goto(`/dashboard/gallery/${id}`);
  const card = other.getByRole("listitem").filter({ hasText: `by ${asker.name}` });
  await card.getByRole("link", { name: "Ten hands" }).click();
  await expect(other.getByText(question)).toBeVisible();
  await other.getByLabel("Your comment").fill("Flip the page: it is the thumb.");
  await other.getByRole("button", { name: "Send comment" }).click();
  await expect(other.getByText("Flip the page: it is the thumb.")).toBeVisible();

  await page.goto("/dashboard/notifications");
  await page
    .getByRole("main")
    .getByRole("link", { name: /commented on your drawing for “Ten hands”/ })
    .click();
  await expect(page.getByText("Flip the page: it is the thumb.")).toBeVisible();
});

test("certificates on completion", async ({ page, browser, site, watch }) => {
  test.setTimeout(240_000);
  const { id, name, text, exercise } = await newExercise(site, "Fifty circles");
  const student = await newStudent(site);
  await takeSeat(page, student, id);
  await page.goto(text);
  const done = page.getByLabel("Mark as done");
  await done.scrollIntoViewIfNeeded();
  await expect(done).toBeChecked();
  await handIn(page, exercise, "#e8d0c0", "All fifty.");
  await page.goto(`/dashboard/enrolled-classes/${id}`);
  const panel = page.getByRole("region", { name: "Your certificate" });
  await expect(panel.getByText("0 of 1 exercise accepted")).toBeVisible();

  const follow: Follow = (followed) => watch.follow(followed.context());
  const desk = await openAs({ browser, site, follow }, instructor);
  await desk.goto("/dashboard/instructor/critiques");
  await desk.getByRole("link", { name: `${student.name}: Fifty circles` }).click();
  await desk.getByLabel("Your critique").fill("Round, every one.");
  await desk.getByLabel("Accepted").check();
  await desk.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expectToast(desk, `Sent to ${student.name}`);
  await desk.context().close();

  const certificate = panel.getByRole("link", { name: "See your certificate" });
  await expect(async () => {
    await page.reload();
    await expect(certificate).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await certificate.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(
    page.getByText(`${student.name} finished this class, taught by ${instructor.name}`),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "This certificate is genuine" })).toBeVisible();
  const picture = await page.request.get(`${new URL(page.url()).pathname}/certificate.svg`);
  const drawn = await picture.text();
  for (const words of [student.name, name, `taught by ${instructor.name}`]) expect(drawn).toContain(words);
});
