import type { Browser, Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { expectAccessibleAsItIs, sidewaysPixels, unreachable } from "./support/access.ts";
import { drawing } from "./support/drawing.ts";
import {
  type Watch,
  enter,
  enterUnstored,
  expect,
  expectToast,
  followLink,
  holdAnswers,
  tabTo,
  takeSeat,
  test,
} from "./support/journey.ts";
import { asDemo, newClass, newLessons, newStudent } from "./support/school.ts";
import type { Site } from "./support/site.ts";

const teacher = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };

interface Exercise {
  readonly path: string;
  readonly student: Awaited<ReturnType<typeof newStudent>>;
}

/** A student with a seat, logged in on the page, and an exercise of their class. */
async function newExercise(page: Page, site: Site): Promise<Exercise> {
  const { id } = await newClass(site, 5);
  const [lesson = ""] = await newLessons(site, id, { title: "First lines" }, [
    { title: "Fifty circles", kind: "exercise" },
  ]);
  const student = await newStudent(site);
  await takeSeat(page, student, id);
  return { path: `/dashboard/enrolled-classes/${id}/lessons/${lesson}`, student };
}

async function openDesk(browser: Browser, site: Site, watch: Watch): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin });
  await watch.follow(context);
  const desk = await context.newPage();
  await enter(desk, teacher);
  return desk;
}

/** Instead of what was handed in, if anything was. */
async function handInPicture(page: Page, color: string): Promise<void> {
  await page.locator("#drawing-files").setInputFiles([await drawing(color)]);
  await expect(page.getByText("Picture 1", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Hand in" }).click();
  await expect(page.getByText(/^You’ll hear back by /)).toBeVisible();
}

async function replaceHandedIn(page: Page, color: string): Promise<void> {
  await page.getByRole("button", { name: "Undo hand-in" }).click();
  await page.getByRole("button", { name: "Remove picture 1" }).click();
  await handInPicture(page, color);
}

/** A drawing that the page's student has handed in, at the instructor's desk. */
async function openCritique(page: Page, browser: Browser, site: Site, watch: Watch) {
  const { path, student } = await newExercise(page, site);
  await page.goto(path);
  await handInPicture(page, "#c0d8e8");
  const desk = await openDesk(browser, site, watch);
  await desk.goto("/dashboard/instructor/critiques");
  await desk.getByRole("link", { name: `${student.name}: Fifty circles` }).click();
  return { desk, student };
}

const refetchAsOnFocus = (page: Page) => page.evaluate(() => dispatchEvent(new Event("visibilitychange")));

test("an instructor's notes on pictures that are replaced meanwhile stay until they are deleted", async ({
  page,
  browser,
  site,
  watch,
}) => {
  const { desk, student } = await openCritique(page, browser, site, watch);
  const surface = desk.getByRole("button", { name: "Set a pin on picture 1" });
  await surface.click({ position: { x: 60, y: 60 } });
  await desk.keyboard.type("This one is open.");
  const critique = desk.getByLabel("Your critique");
  await critique.fill("Draw from the");
  const address = desk.url();

  await replaceHandedIn(page, "#d0e8c0");
  await refetchAsOnFocus(desk);
  const notes = desk.getByRole("alert", { name: "The pictures changed while you were writing" });
  await expect(notes).toContainText("This one is open.");
  await expect(critique, "typing goes on").toBeFocused();
  await desk.keyboard.type(" shoulder.");
  await expect(critique).toHaveValue("Draw from the shoulder.");
  await expectAccessibleAsItIs(desk, "notes on earlier pictures");
  await desk.setViewportSize({ width: 1280, height: 720 });
  await surface.click({ position: { x: 90, y: 90 } });
  await desk.keyboard.type("Here, too.");
  await replaceHandedIn(page, "#e8d0c0");
  await refetchAsOnFocus(desk);
  await expect(notes).toContainText("Here, too.");
  await expect(notes, "the field that had the focus is gone").toBeFocused();
  await desk.reload();
  await expect(notes).toContainText("This one is open.");
  await expect(critique).toHaveValue("Draw from the shoulder.");
  await desk.getByLabel("Try again").check();
  await desk.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expectToast(desk, `Sent to ${student.name}`);

  await desk.goto(address);
  await expect(desk.getByRole("region", { name: "Your draft is still here" })).toContainText("Here, too.");
  await page.reload();
  await handInPicture(page, "#c0c0c0");
  await desk.reload();
  await expect(critique).toHaveValue("");
  await notes.getByRole("button", { name: "Delete" }).click();
  await expect(notes).toHaveCount(0);
  await expect(critique).toBeFocused();
  await desk.reload();
  await expect(critique).toHaveValue("");
  await expect(notes).toHaveCount(0);
});

test("a critique whose answer comes late leads nobody away from another page", async ({
  page,
  browser,
  site,
  watch,
}) => {
  const { desk, student } = await openCritique(page, browser, site, watch);
  await desk.getByLabel("Your critique").fill("Round, every one.");
  await desk.getByLabel("Accepted").check();
  const release = await holdAnswers(desk, /\/api\/submission-rounds\//);
  await desk.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expect(desk.getByRole("button", { name: "Sending…" })).toBeVisible();
  await desk.getByRole("link", { name: "Account", exact: true }).click();
  const name = desk.getByLabel("Name", { exact: true });
  await name.fill("Iris");
  release();
  await expectToast(desk, `Sent to ${student.name}`);
  await name.pressSequentially(" Falk", { delay: 50 });
  await expect(name).toHaveValue("Iris Falk");
  await expect(desk).toHaveURL(/\/dashboard\/account$/);
});

test("a browser that keeps nothing hands in and critiques", async ({ page, browser, site, watch }) => {
  const { path, student } = await newExercise(page, site);
  await enterUnstored(page, student);
  await followLink(page, path);
  await page.getByLabel("A note to Iris Falk").fill("My circles wobble.");
  await handInPicture(page, "#c0d8e8");

  const desk = await openDesk(browser, site, watch);
  await enterUnstored(desk, teacher);
  await followLink(desk, "/dashboard/instructor/critiques");
  const card = desk.getByRole("link", { name: `${student.name}: Fifty circles` });
  await card.click();
  await desk.getByLabel("Your critique").fill("Draw from the shoulder.");
  await desk.getByLabel("Accepted").check();
  await desk.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expect(desk.getByRole("heading", { level: 1, name: student.name, exact: true })).toHaveCount(0);
  await desk.getByRole("link", { name: "All critiques" }).click();
  await expect(desk.getByRole("heading", { level: 1, name: "Critiques" })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("buttons with the longest names stay on a narrow screen", async ({ page, browser, site, watch }) => {
  const name = "W".repeat(100);
  const instructor = await newStudent(site, undefined, undefined, name);
  const admin = "admin@senga.example";
  const [found] = (await asDemo(site, admin, "GET", `/admin/manage/users?q=${instructor.email}`)) as {
    _id: string;
  }[];
  await asDemo(site, admin, "PATCH", `/users/instructor/${found?._id}`);
  const { insertedId: id } = (await asDemo(site, instructor.email, "POST", "/classes", {
    className: "Long names",
    price: 49,
    availableSeats: 5,
    image: "/drawings/cover-eyes.svg",
    level: "beginner",
  })) as { insertedId: string };
  await asDemo(site, admin, "PATCH", `/admin/approve/class/${id}`);
  const [lesson] = await newLessons(site, id, { title: "First lines" }, [
    { title: "Fifty circles", kind: "exercise" },
  ]);
  const student = await newStudent(site, undefined, undefined, name);
  await page.setViewportSize({ width: 320, height: 700 });
  await takeSeat(page, student, id);
  await page.goto(`/dashboard/enrolled-classes/${id}`);
  await expect(page.getByRole("link", { name: `Email ${name}` })).toBeVisible();
  expect.soft(await sidewaysPixels(page), "the class's own page").toBe(0);
  await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${lesson}`);
  await handInPicture(page, "#c0d8e8");

  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 320, height: 700 },
  });
  await watch.follow(context);
  const desk = await context.newPage();
  await enter(desk, instructor);
  await desk.goto("/dashboard/instructor/critiques");
  await desk.getByRole("link", { name: `${name}: Fifty circles` }).click();
  await expect(desk.getByRole("button", { name: `Send to ${name}` })).toBeVisible();
  expect(await sidewaysPixels(desk), "the desk").toBe(0);
});

test("a note that is written while the pictures upload is handed in, too", async ({ page, site }) => {
  const { path } = await newExercise(page, site);
  await page.goto(path);
  const line = Promise.withResolvers<void>();
  await page.route(/\/pictures$/, async (route) => {
    await line.promise;
    await route.continue();
  });
  await page.locator("#drawing-files").setInputFiles([await drawing("#c0d8e8")]);
  await page.getByRole("button", { name: "Hand in" }).click();
  await expect(page.getByRole("button", { name: "Uploading…" })).toBeVisible();
  await page.getByLabel("A note to Iris Falk").fill("My wrist hurts; is my grip wrong?");
  line.resolve();
  await expect(page.getByText(/^You’ll hear back by /).first()).toBeVisible();
  await expect(page.getByText("My wrist hurts; is my grip wrong?")).toBeVisible();
});

test("a drawing whose pictures still upload is not lost by a link", async ({ page, site }) => {
  const { path } = await newExercise(page, site);
  await page.goto(path);
  const release = await holdAnswers(page, /\/pictures$/);
  await page.locator("#drawing-files").setInputFiles([await drawing("#c0d8e8")]);
  await page.getByRole("button", { name: "Hand in" }).click();
  await expect(page.getByRole("button", { name: "Uploading…" })).toBeVisible();
  await page.getByRole("link", { name: "Enrolled Classes" }).first().click();
  await page.getByRole("button", { name: "Stay" }).click();
  release();
  await expect(page.getByText(/^You’ll hear back by /).first()).toBeVisible();
  await page.getByRole("link", { name: "Enrolled Classes" }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/enrolled-classes$/);
});

test("from a phone: hand in, once more, hand in, accepted", async ({ browser, site, watch }) => {
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await watch.follow(context);
  const page = await context.newPage();
  const { path, student } = await newExercise(page, site);
  await page.goto(path);
  await expect(page.getByText("Iris Falk promises a critique within 5 days.")).toBeVisible();
  const done = page.getByLabel("Mark as done");

  await page.getByRole("button", { name: "Hand in" }).tap();
  await expect(page.getByRole("alert").filter({ hasText: "Add at least one picture" })).toBeVisible();
  const files = page.locator("#drawing-files");
  await files.setInputFiles([
    await drawing("#c0d8e8"),
    await drawing("#e8d0c0", "other.jpg"),
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") },
  ]);
  await expect(page.getByText("We can't read this file as a picture.")).toBeVisible();
  await expect(page.getByText("Add at least one picture")).toHaveCount(0);
  await page.getByRole("button", { name: "Hand in" }).tap();
  await expect(page.getByText("notes.txt isn’t uploaded.")).toBeVisible();
  await page.getByRole("button", { name: "Remove picture 3" }).tap();
  await expect(page.getByText("notes.txt isn’t uploaded.")).toHaveCount(0);
  await page.getByLabel("A note to Iris Falk").fill("My circles wobble.");
  await expect(page.getByText("Picture 2", { exact: true })).toBeVisible();
  // The telephone closes the page while its camera is open: nothing is lost.
  await page.reload();
  await expect(page.getByText("Picture 2", { exact: true })).toBeVisible();
  await expect(page.getByLabel("A note to Iris Falk")).toHaveValue("My circles wobble.");
  await expectAccessibleAsItIs(page, "the form");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Hand in" }).tap();
  const standing = page.getByRole("region", { name: "Your drawing" }).locator("> div > [role=status]");
  const heading = page.getByRole("heading", { name: "Your drawing" });
  await expect(standing).toHaveText(/^You’ll hear back by .* Iris Falk sees this:$/);
  await expect(heading).toBeFocused();
  await expect(page.getByRole("img", { name: "Picture 1 of 2 by you" })).toBeVisible();

  await page.getByRole("button", { name: "Undo hand-in" }).tap();
  await expect(standing).toHaveText(/^You undid the hand-in/);
  await expect(heading).toBeFocused();
  await page.getByRole("button", { name: "Remove picture 2" }).tap();
  await page.getByRole("button", { name: "Hand in" }).tap();
  await expect(page.getByText("You’ll hear back by")).toBeVisible();

  const desk = await openDesk(browser, site, watch);
  await desk.goto("/dashboard/instructor/critiques");
  await desk.getByRole("link", { name: `${student.name}: Fifty circles` }).click();
  await expect(desk.getByRole("heading", { level: 1, name: student.name })).toBeFocused();
  await expect(desk).toHaveTitle(`${student.name}: Fifty circles · Senga`);
  await expect(desk.getByText("My circles wobble.")).toBeVisible();
  const surface = desk.getByRole("button", { name: "Set a pin on picture 1" });
  await surface.click({ position: { x: 60, y: 60 } });
  await desk.keyboard.type("This one is open.");
  await desk.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expect(desk.getByRole("alert").filter({ hasText: "There is a problem" })).toBeFocused();
  await desk.getByLabel("Your critique").fill("Draw from the shoulder.");
  await desk.reload();
  await expect(desk.getByLabel("Your critique"), "the draft is kept").toHaveValue("Draw from the shoulder.");
  await expect(desk.getByRole("textbox", { name: /^Pin 1/ })).toHaveValue("This one is open.");
  await expectAccessibleAsItIs(desk, "the desk");
  await desk.setViewportSize({ width: 1440, height: 900 });
  expect(await unreachable(desk)).toEqual([]);
  const second = await desk.context().newPage();
  await second.goto(desk.url());
  await second.getByLabel("Accepted").check();
  await desk.getByLabel("Try again").check();
  await desk.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expect(desk).not.toHaveURL(new RegExp(new URL(second.url()).search.slice(1)));

  watch.expectFailure(409, /^\/api\/submission-rounds\//);
  await second.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expect(second.getByText("You’ve critiqued this drawing.")).toBeVisible();
  await expect(second.getByRole("heading", { name: "Your draft is still here" })).toBeVisible();
  await second.getByRole("button", { name: "Delete it" }).click();
  await second.close();

  await page.goto(path);
  await expect(page.getByText("Draw from the shoulder.")).toBeVisible();
  await page.getByRole("link", { name: "Pin 1" }).tap();
  await expect(page.getByRole("listitem").filter({ hasText: "This one is open." })).toBeInViewport();
  await expectAccessibleAsItIs(page, "once more");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(done).not.toBeChecked();
  await files.setInputFiles(await drawing("#d0e8c0"));
  await page.getByRole("button", { name: "Hand in" }).tap();
  await expect(page.getByRole("article", { name: /^Round 2/ })).toBeVisible();
  await expect(page.getByRole("article", { name: /^Round 1/ })).toBeVisible();

  await desk.goto("/dashboard/instructor/critiques");
  await desk.getByRole("link", { name: `${student.name}: Fifty circles` }).click();
  await desk.getByRole("button", { name: "Beside round 1" }).click();
  await expect(desk.getByRole("region", { name: "Round 1" })).toContainText("This one is open.");
  await expectAccessibleAsItIs(desk, "the desk with two rounds");
  await desk.getByLabel("Your critique").fill("Round, every one.");
  await desk.getByLabel("Accepted").check();
  await desk.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expectToast(desk, `Sent to ${student.name}`);

  await page.reload();
  await expect(page.getByText("Iris Falk accepted your drawing.")).toBeVisible();
  await expect(done).toHaveCount(0);
  await expectAccessibleAsItIs(page, "accepted");
  await page.goto(path.replace(/\/lessons\/.*/, ""));
  await expect(page.getByText("1 of 1 lesson", { exact: true })).toBeVisible();
});

test("by keyboard alone: hand in, once more, hand in, accepted", async ({ page, browser, site, watch }) => {
  const { path, student } = await newExercise(page, site);
  const desk = await openDesk(browser, site, watch);
  // Keeps Chromium's own dialog away from now on: switched on by the wait alone, that may come after the key.
  page.on("filechooser", () => {});

  const handIn = async (color: string): Promise<void> => {
    await page.goto(path);
    const files = page.locator("#drawing-files");
    await files.waitFor({ state: "attached" });
    await tabTo(page, files);
    const chooser = page.waitForEvent("filechooser");
    await page.keyboard.press("Space");
    await (await chooser).setFiles(await drawing(color));
    await expect(page.getByText("Picture 1", { exact: true })).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "Hand in" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("You’ll hear back by")).toBeVisible();
  };

  const answer = async (verdict: "Accepted" | "Try again"): Promise<void> => {
    await desk.goto("/dashboard/instructor/critiques");
    const link = desk.getByRole("link", { name: `${student.name}: Fifty circles` });
    await expect(link).toBeVisible();
    const cards = desk.locator(".critique-card a");
    await tabTo(desk, cards.first());
    const count = await cards.count();
    for (let presses = 0; presses < count; presses += 1) {
      if (await link.evaluate((element) => element === element.ownerDocument.activeElement)) break;
      await desk.keyboard.press("j");
    }
    await expect(link).toBeFocused();
    await desk.keyboard.press("Enter");
    await expect(desk.getByRole("heading", { level: 1, name: student.name })).toBeFocused();

    await tabTo(desk, desk.getByRole("button", { name: "Set a pin on picture 1" }));
    await desk.keyboard.press("Enter");
    const pin = desk.getByRole("button", { name: /^Pin 1/ });
    await expect(pin).toBeFocused();
    for (const key of ["ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp"])
      await desk.keyboard.press(key);
    await expect(pin).toHaveAccessibleName("Pin 1, upper middle");
    await expect(desk.getByRole("status").filter({ hasText: "49% from the left, 30% down" })).toBeAttached();
    await desk.keyboard.press("Enter");
    await desk.keyboard.type("jk: letters that are typed move nothing.");
    await expect(desk.getByRole("textbox", { name: /^Pin 1/ })).toHaveValue(/^jk: letters/);
    await tabTo(desk, desk.getByRole("radio", { name: /^Accepted/ }));
    await desk.keyboard.press(verdict === "Accepted" ? "Space" : "ArrowDown");
    await desk.keyboard.press("Shift+Tab");
    await tabTo(desk, desk.getByRole("button", { name: `Send to ${student.name}` }));
    await desk.keyboard.press("Enter");
    await expect(desk.getByLabel("Your critique")).toBeFocused();
    await desk.keyboard.type("Slower, and from the shoulder.");
    await tabTo(desk, desk.getByRole("button", { name: `Send to ${student.name}` }));
    await desk.keyboard.press("Enter");
    await expect(desk.getByText(`Sent to ${student.name}`).last()).toBeVisible();
  };

  await handIn("#c0d8e8");
  await answer("Try again");
  await handIn("#d0e8c0");
  await answer("Accepted");
  await page.reload();
  await expect(page.getByText("Iris Falk accepted your drawing.")).toBeVisible();
});
