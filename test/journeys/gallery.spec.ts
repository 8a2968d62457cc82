import type { Browser, Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { expectAccessibleAsItIs, expectAccessibleAsOpened, extremes } from "./support/access.ts";
import { instructor } from "./support/building.ts";
import { drawing } from "./support/drawing.ts";
import { enter, expect, expectToast, takeSeat, test } from "./support/journey.ts";
import { asDemo, newClass, newLessons, newStudent } from "./support/school.ts";
import type { Site } from "./support/site.ts";

const account = (key: string, name: string) => ({
  name,
  email: `${key}@senga.example`,
  password: demoPassword,
});
const artist = account("tilda", "Tilda Nyström");
const classmate = account("lucia", "Lucía Ortega");
const admin = account("admin", "Robin Vale");

interface Lesson {
  readonly _id: string;
  readonly title: string;
}

/** The first exercise of the class that both are in. */
async function findExercise(site: Site): Promise<{ classId: string; lesson: string }> {
  const enrolled = (await asDemo(site, artist.email, "GET", `/enrolled/classes/${artist.email}`)) as {
    classId: string;
    className: string;
  }[];
  const { classId } = enrolled.find(({ className }) => className === "Eyes That Speak")!;
  const learning = (await asDemo(
    site,
    artist.email,
    "GET",
    `/learning/${artist.email}/class/${classId}`,
  )) as {
    sections: { lessons: Lesson[] }[];
  };
  const lessons = learning.sections.flatMap((section) => section.lessons);
  return { classId, lesson: lessons.find(({ title }) => title === "Twelve pairs of ovals")!._id };
}

/** None is cropped or stretched, and the frames of a row are equally high. */
async function expectWholeDrawings(page: Page): Promise<void> {
  const images = page.locator(".gallery-grid img");
  await expect.poll(() => images.count()).toBeGreaterThan(1);
  const drawings = await images.evaluateAll((all) =>
    all.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      const frame = image.closest(".gallery-card-picture")!.getBoundingClientRect();
      const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
      return {
        isStretched: Math.abs(width / height / ratio - 1) > 0.02,
        isCropped: height > frame.height + 1 || width > frame.width + 1,
        row: Math.round(frame.top),
        height: Math.round(frame.height),
      };
    }),
  );
  for (const { isStretched, isCropped } of drawings) expect([isStretched, isCropped]).toEqual([false, false]);
  for (const ofRow of Map.groupBy(drawings, ({ row }) => row).values())
    for (const { height } of ofRow) expect(Math.abs(height - ofRow[0]!.height)).toBeLessThanOrEqual(1);
}

async function open(
  browser: Browser,
  site: Site,
  person: typeof artist,
  follow: (page: Page) => Promise<void>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await follow(page);
  await enter(page, person);
  return page;
}

test("a drawing is shown to the class, commented on, reported and taken down", async ({
  page,
  browser,
  site,
  watch,
}) => {
  // A classmate's page that gets the focus asks again for a drawing that was taken down meanwhile.
  watch.expectFailure(404, /\/gallery\//);
  const follow = (followed: Page): Promise<void> => watch.follow(followed.context());
  const { classId, lesson } = await findExercise(site);
  const gallery = `/dashboard/gallery/${classId}`;
  await enter(page, artist);
  await page.goto(gallery);
  await expect(page.getByRole("link", { name: "Your page of twelve" })).toBeVisible();
  await page.goto(`/dashboard/enrolled-classes/${classId}/lessons/${lesson}`);
  await page.locator("#drawing-files").setInputFiles([await drawing("#c0d8e8")]);
  await page.getByLabel("A note to").fill("My ovals lean the wrong way.");
  await page.getByRole("button", { name: "Hand in" }).click();
  await expect(page.getByText("Only you, your instructor and our admins can see it.")).toBeVisible();
  await page.getByRole("button", { name: "Share with my class" }).click();
  await expect(page.getByText("Your class can see this drawing")).toBeVisible();

  const other = await open(browser, site, classmate, follow);
  await other.goto(gallery);
  await expectWholeDrawings(other);
  const card = other.getByRole("listitem").filter({ hasText: "by Tilda Nyström" });
  const ofOvals = card.filter({ hasText: "Twelve pairs of ovals" });
  const nice = other.getByRole("button", { name: "Nice! to Twelve pairs of ovals by Tilda Nyström" });
  await expect(ofOvals.getByText("comment")).toHaveCount(0);
  await expect(nice).toHaveAttribute("aria-pressed", "false");
  await nice.press("Enter");
  await expect(nice).toHaveAttribute("aria-pressed", "true");
  await expect(ofOvals.getByText("You said it’s nice")).toBeAttached();
  await nice.press("Space");
  await expect(nice).toHaveAttribute("aria-pressed", "false");
  await expect(ofOvals.getByText("said it’s nice")).toHaveCount(0);
  await other.getByRole("link", { name: "Twelve pairs of ovals" }).click();
  await expect(other.getByText("My ovals lean the wrong way.")).toBeVisible();
  await nice.click();
  await expect(other.getByText("You said it’s nice")).toBeAttached();
  const picture = other.getByRole("img", { name: "drawn by Tilda Nyström, picture 1 of 1" });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await other.getByRole("button", { name: "Send comment" }).click();
  await expect(other.getByText("Write something first")).toBeVisible();
  await other.getByLabel("Your comment").fill("The third one is lovely. See https://example.org");

  await test.step("a failure that passes leaves the comment in its form", async () => {
    watch.expectFailure(429, /\/gallery\//);
    const drawingCall = new RegExp(`/class/${classId}/gallery/[^/]+$`);
    await other.route(drawingCall, (route) =>
      route.fulfill({ status: 429, json: { code: "too-many-requests" } }),
    );
    const refused = other.waitForResponse(drawingCall);
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await refused;
    await other.evaluate(() => new Promise(requestAnimationFrame));
    await expect(other.getByLabel("Your comment")).toHaveValue(/^The third one is lovely/);
    await other.unroute(drawingCall);
  });

  await test.step("a comment that was typed is not left by a link without a question", async () => {
    await other.getByRole("link", { name: "Account", exact: true }).click();
    const question = other.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(other.getByLabel("Your comment")).toHaveValue(/^The third one is lovely/);
  });

  await other.getByRole("button", { name: "Send comment" }).click();
  await expect(other.getByText("The third one is lovely.")).toBeVisible();
  await expect(other.getByRole("link", { name: "https://example.org" })).toHaveCount(0);

  await page.getByRole("link", { name: "See the class gallery" }).click();
  // The lesson's page has a link of the same name.
  await expect(page.getByRole("heading", { level: 1, name: "Twelve pairs of ovals" })).toBeHidden();
  await page.getByRole("link", { name: "Twelve pairs of ovals" }).click();
  await expect(page.getByText("The third one is lovely.")).toBeVisible();
  await expect(page.getByText("1 person said it’s nice")).toBeAttached();
  await expect(page.getByText("From Lucía Ortega. Only you see who it came from.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Nice!" })).toHaveCount(0);
  await expectAccessibleAsItIs(page, "one's own drawing");

  // By keyboard alone.
  const more = other.getByRole("button", { name: "More about the drawing by Tilda Nyström" });
  const report = other.getByRole("menuitem", { name: "Report this drawing" });
  const block = other.getByRole("menuitem", { name: "Block Tilda Nyström" });
  await more.focus();
  await other.keyboard.press("Enter");
  await expect(report).toBeFocused();
  await expectAccessibleAsOpened(other, "the menu of a drawing", extremes, "[role=menu]");
  for (const [key, item] of [
    ["ArrowDown", block],
    ["ArrowDown", report],
    ["End", block],
    ["ArrowUp", report],
  ] as const) {
    await other.keyboard.press(key);
    await expect(item).toBeFocused();
  }
  for (const close of [
    () => other.keyboard.press("Escape"),
    () => other.getByRole("heading", { level: 2, name: "Comments" }).click(),
  ]) {
    await close();
    await expect(report).toBeHidden();
    await expect(more).toBeFocused();
    await other.keyboard.press("Enter");
    await expect(report).toBeFocused();
  }
  await other.keyboard.press("Enter");
  const dialog = other.getByRole("alertdialog", { name: "Report this drawing" });
  await expect(dialog.getByLabel("What’s wrong?")).toBeFocused();
  await other.keyboard.press("ArrowDown");
  await dialog.getByLabel("What’s wrong?").selectOption("copied");
  await dialog.getByLabel("What should we know?").fill("I have seen it in a book.");
  await dialog.getByRole("button", { name: "Send report" }).press("Enter");
  await expectToast(other, "Thank you. We’ll look into it");
  await expect(more).toBeFocused();

  const desk = await open(browser, site, admin, follow);
  await desk.goto("/dashboard/reports");
  const reported = desk.getByRole("listitem").filter({ hasText: "A drawing by Tilda Nyström" });
  await expect(reported.getByText("I have seen it in a book.")).toBeVisible();
  await reported.getByRole("button", { name: "Remove it" }).click();
  await desk.getByRole("alertdialog").getByRole("button", { name: "Remove it" }).click();
  await expect(desk.getByRole("alertdialog").getByText("Give a reason: people will read it")).toBeVisible();
  await desk.getByRole("alertdialog").getByLabel("Reason").fill("It is a page of a book.");
  await desk.getByRole("alertdialog").getByRole("button", { name: "Remove it" }).click();
  await expect(reported).toHaveCount(0);
  await desk.getByRole("link", { name: "Past decisions" }).click();
  await expect(desk.getByText("It is a page of a book.")).toBeVisible();

  await page.goto(gallery);
  await expect(page.getByText("Only you can see this")).toBeVisible();
  await other.goto(gallery);
  await expect(other.getByRole("link", { name: "Your page of twelve" })).toBeVisible();
  await expect(other.getByRole("link", { name: "Twelve pairs of ovals" })).toHaveCount(0);
});

test("whoever is blocked sees nothing of the other, until the block ends", async ({
  page,
  browser,
  site,
  watch,
}) => {
  const { classId, lesson } = await findExercise(site);
  const gallery = `/dashboard/gallery/${classId}`;
  await enter(page, account("ada", "Ada Winter"));
  await page.goto(`/dashboard/enrolled-classes/${classId}/lessons/${lesson}`);
  await page.locator("#drawing-files").setInputFiles([await drawing("#e8d0c0")]);
  await page.getByRole("button", { name: "Hand in" }).click();
  await page.getByRole("button", { name: "Share with my class" }).click();
  await expect(page.getByText("Your class can see this drawing")).toBeVisible();

  const other = await open(browser, site, classmate, (followed) => watch.follow(followed.context()));
  await other.goto(gallery);
  const card = other.getByRole("listitem").filter({ hasText: "by Ada Winter" });
  await card.getByRole("link").click();
  await expect(other.getByText("No comments yet.")).toBeVisible();
  await other.getByRole("button", { name: "More about the drawing by Ada Winter" }).click();
  await other.getByRole("menuitem", { name: "Block Ada Winter" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Block", exact: true }).click();
  await expect(other).toHaveURL(gallery);
  await expect(other.getByText("People you’ve blocked (1)")).toBeVisible();
  await expect(card).toHaveCount(0);
  await other.getByText("People you’ve blocked (1)").click();
  await other.getByRole("button", { name: "Unblock Ada Winter" }).click();
  await expect(card).toBeVisible();
  await page.goto("/dashboard/account");
  const shown = page.getByRole("region", { name: "What others see of you" });
  await shown.getByRole("button", { name: "Remove the drawing for Twelve pairs of ovals" }).click();
  await expect(shown.getByRole("status")).toBeFocused();
  await expect(shown.getByText("Twelve pairs of ovals” in")).toHaveCount(0);
  await other.reload();
  await expect(other.locator("h1:not(.visually-hidden)")).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("a class of others, and an address that is none, say so", async ({ page, site, watch }) => {
  const { classId } = await findExercise(site);
  watch.expectFailure(404, /gallery/);
  watch.expectFailure(400, /gallery/);
  await enter(page, account("student", "Noor Haddad"));
  for (const id of [classId, "not-a-class"]) {
    await page.goto(`/dashboard/gallery/${id}`);
    await expect(page.getByRole("link", { name: "Go to my dashboard" })).toBeVisible();
  }
});

/** Answers the round that waits in the class. */
async function answer(site: Site, classId: string, verdict: "accepted" | "again"): Promise<void> {
  const { email } = instructor;
  const queue = (await asDemo(site, email, "GET", `/instructor/critiques/${email}?limit=50`)) as {
    _id: string;
    classId: string;
  }[];
  const waiting = queue.find((each) => each.classId === classId)!;
  const { rounds } = (await asDemo(site, email, "GET", `/submission/${waiting._id}`)) as {
    rounds: { _id: string; pictures: { _id: string }[] }[];
  };
  const [{ _id: round, pictures }] = rounds as [(typeof rounds)[number]];
  const pins = [{ pictureId: pictures[0]!._id, x: 0.5, y: 0.25, text: "Bend this finger." }];
  const body = { text: "Good line.", pins, verdict };
  await asDemo(site, email, "POST", `/submission-rounds/${round}/critique`, body);
}

test("a student shows everyone what a critique changed, and takes it off again", async ({
  page,
  browser,
  site,
  watch,
}) => {
  const { id } = await newClass(site, 5);
  const [exercise = ""] = await newLessons(site, id, { title: "First lines" }, [
    { title: "Two hands", kind: "exercise" },
  ]);
  await takeSeat(page, await newStudent(site), id);
  for (const [color, verdict] of [
    ["#d0c0e8", "again"],
    ["#c0e8d0", "accepted"],
  ] as const) {
    await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${exercise}`);
    await page.locator("#drawing-files").setInputFiles([await drawing(color)]);
    await page.getByRole("button", { name: "Hand in" }).click();
    await expect(page.getByText("You’ll hear back by")).toBeVisible();
    await answer(site, id, verdict);
  }
  await page.reload();
  const toEveryone = page.getByRole("button", { name: "Show before and after to everyone" });
  await page.getByRole("button", { name: "Share with my class" }).click();
  await toEveryone.click();
  await expect(page.getByText("but not your name")).toBeVisible();

  const context = await browser.newContext({ baseURL: site.origin });
  await watch.follow(context);
  const visitor = await context.newPage();
  await visitor.goto(`/classes/${id}`);
  const drawn = visitor.getByRole("region", { name: "What you’ll draw" });
  await expect(drawn.getByText("Bend this finger.")).toBeVisible();
  const sheets = drawn.getByRole("img");
  await expect(sheets).toHaveCount(2);
  for (const sheet of await sheets.all()) {
    await sheet.scrollIntoViewIfNeeded();
    await expect
      .poll(() => sheet.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await expectAccessibleAsItIs(visitor, "a class page with a drawing");
  await page.getByRole("button", { name: "Remove from the class page" }).click();
  await expect(toEveryone).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("region", { name: "What’s inside" })).toBeVisible();
  await expect(drawn).toHaveCount(0);
});
