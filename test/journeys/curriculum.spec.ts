import {
  builderOf,
  instructor,
  moveByKeyboard,
  openLesson,
  orderOn,
  orderOnServer,
} from "./support/building.ts";
import { enter, enterUnstored, expect, followLink, holdAnswers, test } from "./support/journey.ts";
import { asDemo, newClass, newCurriculum } from "./support/school.ts";
import type { Site } from "./support/site.ts";

/** Drafts, by the titles of their sections. */
async function newSections(
  site: Site,
  classId: string,
  plan: Readonly<Record<string, readonly (readonly [kind: string, title: string])[]>>,
): Promise<void> {
  const insert = (path: string, body: object) =>
    asDemo(site, instructor.email, "POST", `/curriculum/${classId}${path}`, body) as Promise<{
      insertedId: string;
    }>;
  for (const [section, lessons] of Object.entries(plan)) {
    const { insertedId } = await insert("/sections", { title: section });
    for (const [kind, title] of lessons) await insert(`/section/${insertedId}/lessons`, { kind, title });
  }
}

test("an instructor orders a class by keyboard, by mouse and on a phone", async ({
  page,
  browser,
  site,
  watch,
}) => {
  const { id } = await newClass(site, 5);
  // class-building.spec.ts presses the buttons.
  await newSections(site, id, {
    Lines: [
      ["text", "One"],
      ["exercise", "Two"],
      ["video", "Three"],
    ],
    Faces: [["text", "Four"]],
    Ink: [["text", "Five"]],
  });
  await enter(page, instructor);
  await page.goto(builderOf(id));
  await expect(page.locator("[data-lesson]")).toHaveCount(5);
  expect(await orderOn(page)).toEqual([["One", "Two", "Three"], ["Four"], ["Five"]]);

  // The live region says where a lesson went, and the focus goes with it.
  await moveByKeyboard(page, "One", "Down");
  await expect(page.getByText("One is now lesson 2 of 3 in Lines.")).toBeAttached();
  await moveByKeyboard(page, "Three", "Down");
  await expect(page.getByText("Three is now lesson 1 of 2 in Faces.")).toBeAttached();
  await moveByKeyboard(page, "Five", "Lines");
  await moveByKeyboard(page, "section Ink", "Up");
  const ordered = [["Two", "One", "Five"], [], ["Three", "Four"]];
  expect(await orderOn(page)).toEqual(ordered);
  await expect.poll(() => orderOnServer(site, id)).toEqual(ordered);

  // The toggle event follows the opening of a menu, and an item may have been reached by then.
  const menu = page.getByRole("menu", { name: "Move Five", exact: true, includeHidden: true });
  await menu.evaluate(async (popover: HTMLElement) => {
    const toggled = new Promise((done) => popover.addEventListener("toggle", done, { once: true }));
    popover.showPopover();
    [...popover.querySelectorAll<HTMLElement>("[role=menuitem]:enabled")].at(-1)?.focus();
    await toggled;
  });
  await expect(menu.getByRole("menuitem", { disabled: false }).last()).toBeFocused();
  await page.keyboard.press("Escape");

  // By mouse: before a lesson, then into an empty section. Playwright may scroll between press and move, a person can't.
  await page.evaluate(() => scrollTo(0, 0));
  const lesson = (title: string) => page.locator("[data-lesson]").filter({ hasText: title });
  await lesson("Five")
    .getByRole("link")
    .dragTo(lesson("Two"), { targetPosition: { x: 60, y: 4 }, steps: 5 });
  await expect.poll(() => orderOn(page)).toEqual([["Five", "Two", "One"], [], ["Three", "Four"]]);
  await lesson("Four")
    .getByRole("link")
    .dragTo(page.locator("[data-section]").filter({ has: page.getByRole("heading", { name: "Ink" }) }));
  const dragged = [["Five", "Two", "One"], ["Four"], ["Three"]];
  await expect.poll(() => orderOn(page)).toEqual(dragged);
  await expect.poll(() => orderOnServer(site, id)).toEqual(dragged);

  const touch = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await watch.follow(touch);
  const phone = await touch.newPage();
  await enter(phone, instructor);
  await phone.goto(builderOf(id));
  await phone.getByRole("button", { name: "Move Three", exact: true }).tap();
  await phone.getByRole("menuitem", { name: "Lines", exact: true }).tap();
  await expect(phone.getByText("Three is now lesson 4 of 4 in Lines.")).toBeAttached();
  const onPhone = [["Five", "Two", "One", "Three"], ["Four"], []];
  expect(await orderOn(phone)).toEqual(onPhone);
  const three = phone.locator("[data-lesson]").filter({ hasText: "Three" }).getByRole("link");
  await three.tap();
  await expect(phone.getByRole("link", { name: "All lessons" })).toBeFocused();
  await expect(phone.getByRole("button", { name: "Add a section" })).toBeHidden();
  await phone.getByRole("link", { name: "All lessons" }).tap();
  await expect(three).toBeFocused();
  await expect.poll(() => orderOnServer(site, id)).toEqual(onPhone);
});

test("a draft saves by itself, is previewed, published, retired and restored", async ({ page, site }) => {
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  await page.goto(`${builderOf(id)}?lesson=${lessons[1]}`);
  await page.getByLabel("What to draw").fill("# Circles\n\nDraw **fifty**.\n\n<script>alert(1)</script>");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: "Circles" })).toBeVisible();
  await expect(preview).toContainText("<script>alert(1)</script>");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Students can see it now.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish changes" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Free preview" }).check();
  await page.getByRole("button", { name: "Remove from class" }).click();
  await page.getByRole("button", { name: "Yes, remove it" }).click();
  await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("It’s back in the class.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Free preview" })).toBeChecked();
});

test("what was typed without a connection is kept, and saved once it is back", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(0, /lesson/);
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  await page.goto(`${builderOf(id)}?lesson=${lessons[1]}`);
  const text = page.getByLabel("What to draw");
  await page.route(`**/api/curriculum/${id}/lesson/${lessons[1]}`, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await text.fill("Kept in the browser");
  await expect(page.getByText(/^Not saved: Can’t reach Senga/)).toBeVisible();
  await page.getByRole("link", { name: "My Classes" }).first().click();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.unrouteAll();
  await page.goto(`${builderOf(id)}?lesson=${lessons[1]}`);
  await expect(text).toHaveValue("Kept in the browser");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
});

test("a lesson that is added or deleted late leads nobody away from another lesson", async ({
  page,
  site,
}) => {
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  await page.goto(`${builderOf(id)}?lesson=${lessons[1]}`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const releaseDelete = await holdAnswers(page, `**/api/curriculum/${id}/lesson/${lessons[1]}`);
  await page.getByRole("button", { name: "Yes, Delete it!" }).click();
  await openLesson(page, "Watch me ink");
  const notes = page.getByLabel("Notes for this video");
  await notes.fill("Kept");
  releaseDelete();
  const added = page.locator("[data-lesson]");
  await expect(added.filter({ hasText: "Fifty circles" })).toHaveCount(0);
  await notes.pressSequentially(" on", { delay: 50 });
  await expect(notes).toHaveValue("Kept on");
  await expect(page).toHaveURL(`${builderOf(id)}?lesson=${lessons[2]}`);

  await page.getByRole("button", { name: "Add a lesson to First lines" }).press("Enter");
  await page.getByLabel("Title of the lesson").fill("Shade a sphere");
  const releaseAdd = await holdAnswers(page, /\/section\/[^/]+\/lessons$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Adding…" })).toBeVisible();
  await openLesson(page, "Hold the pen");
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Hold it");
  releaseAdd();
  await expect(added.filter({ hasText: "Shade a sphere" })).toHaveCount(1);
  await text.pressSequentially(" loosely", { delay: 50 });
  await expect(text).toHaveValue("Hold it loosely");
  await expect(page).toHaveURL(`${builderOf(id)}?lesson=${lessons[0]}`);
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
});

test("a lesson is written and saved in a browser that keeps nothing", async ({ page, site }) => {
  const { id, lessons } = await newCurriculum(site);
  await enterUnstored(page, instructor);
  await followLink(page, `${builderOf(id)}?lesson=${lessons[1]}`);
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.getByLabel("What to draw").fill("Draw fifty circles.");
  await saved;
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await openLesson(page, "Watch me ink");
  await expect(page.getByLabel("Notes for this video")).toBeVisible();
  await openLesson(page, "Fifty circles");
  await expect(page.getByLabel("What to draw")).toHaveValue("Draw fifty circles.");
});

test("two tabs that write one lesson meet in a conflict that keeps what was typed", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(409, /lesson/);
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  const address = `${builderOf(id)}?lesson=${lessons[1]}`;
  await page.goto(address);
  const other = await page.context().newPage();
  await other.goto(address);
  await expect(other.getByLabel("What to draw")).toBeVisible();
  await page.getByLabel("What to draw").fill("From the first tab");
  await expect(page.getByText(/^Not saved yet/)).toBeVisible();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await other.getByLabel("What to draw").fill("From the second tab");
  const conflict = other.getByRole("alert", { name: "This lesson changed while you were writing" });
  await expect(conflict).toContainText(/^.*You changed it in another window, .+: Text\./);
  await expect(other.getByLabel("What to draw")).toHaveValue("From the second tab");
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(other.getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("What to draw")).toHaveValue("From the second tab");
});

test("a second order of one version is refused, and the order of the first is shown", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(409, /order/);
  const { id } = await newCurriculum(site);
  await enter(page, instructor);
  await page.goto(builderOf(id));
  const other = await page.context().newPage();
  await other.goto(builderOf(id));
  await expect(other.locator("[data-lesson]")).toHaveCount(3);
  await moveByKeyboard(page, "Hold the pen", "Down");
  const first = [["Fifty circles", "Hold the pen", "Watch me ink"]];
  await expect.poll(() => orderOnServer(site, id)).toEqual(first);
  await moveByKeyboard(other, "Watch me ink", "Up");
  await expect(other.getByText("Someone else changed the order in the meantime.")).toBeVisible();
  await expect.poll(() => orderOn(other)).toEqual(first);
});

test("a lesson is published while a student has the class open in another browser", async ({
  page,
  site,
  browser,
  watch,
}) => {
  const { id, lessons } = await newCurriculum(site);
  const others = await browser.newContext({ baseURL: site.origin });
  await watch.follow(others);
  const visitor = await others.newPage();
  await visitor.goto(`/classes/${id}`);
  const outline = async (): Promise<string[]> => {
    const answer = await visitor.request.get(`/api/class/${id}/outline`);
    const { sections } = (await answer.json()) as { sections: { lessons: { title: string }[] }[] };
    return sections.flatMap((section) => section.lessons.map(({ title }) => title));
  };
  expect(await outline()).toEqual(["Hold the pen"]);
  await enter(page, instructor);
  await page.goto(`${builderOf(id)}?lesson=${lessons[1]}`);
  await page.getByLabel("What to draw").fill("Fifty circles, from the shoulder.");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Students can see it now.")).toBeVisible();
  await expect.poll(outline).toEqual(["Hold the pen", "Fifty circles"]);
  await visitor.reload();
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
});
