import type { Page } from "@playwright/test";
import { expectAccessible, sidewaysPixels, unreachable } from "./support/access.ts";
import { instructor } from "./support/building.ts";
import { drawing } from "./support/drawing.ts";
import { expect, runJob, tabTo, takeSeat, test, untilAlive } from "./support/journey.ts";
import { asDemo, newClass, newLessons, newStudent } from "./support/school.ts";
import type { Site } from "./support/site.ts";

/** A student is told, and mailed, that a section of their class has opened. Returns the mail's link. */
async function openSection(page: Page, site: Site) {
  const student = await newStudent(site);
  const { id, name } = await newClass(site, 5);
  // A class without lessons would also tell its students of the first one.
  await newLessons(site, id, { title: "First lines" }, [{ title: "Hold the pencil" }]);
  await takeSeat(page, student, id);
  const startsOn = new Date().toISOString().slice(0, 10);
  const cohort = { startsOn, timeZone: "UTC" };
  await asDemo(site, "instructor@senga.example", "PATCH", `/class/${id}/schedule`, cohort);
  const line = `“First lines” is open in “${name}”.`;
  const links = async (): Promise<string[]> => {
    const answer = await page.request.get(`/sandbox/mailbox.json?to=${student.email}`);
    const mails = (await answer.json()) as { subject: string; links: string[] }[];
    return mails.filter(({ subject }) => subject === line.slice(0, -1)).flatMap((mail) => mail.links);
  };
  for (const job of ["openings", "notifications", "mail"]) await runJob(site, job);
  await expect.poll(links).toHaveLength(2);
  const found = await links();
  const link = found.find((each) => new URL(each).pathname === "/notifications/unsubscribe") ?? "";
  return { classId: id, line, link };
}

const bell = (page: Page) => page.getByRole("link", { name: /^Notifications/ }).first();
const choice = (page: Page, kind: string, label: string) =>
  page.getByRole("group", { name: kind }).getByRole("radio", { name: label });

test("the bell counts, the list reads, and the choices hold, by keyboard alone", async ({ page, site }) => {
  const { line, classId } = await openSection(page, site);
  await page.goto("/");
  await expect(bell(page)).toHaveAccessibleName("Notifications 1 new");
  await tabTo(page, bell(page));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeFocused();
  const told = page.getByRole("main").getByRole("link", { name: `New: ${line}` });
  await expect(told).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  const overflow = await page
    .locator(".side-top")
    .first()
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(overflow, "logo, bell and theme fit beside each other").toBe(0);
  await tabTo(page, told);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`enrolled-classes/${classId}$`));
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("link", { name: line, exact: true })).toBeVisible();

  await tabTo(page, page.getByRole("link", { name: "Email settings" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Email settings" })).toBeFocused();
  await expect(page.getByText("You can’t turn these off")).toBeVisible();
  await expect(page.getByRole("group", { name: "Drawings handed in" })).toHaveCount(0);
  await tabTo(page, choice(page, "New sections", "Right away"));
  await page.keyboard.press("ArrowRight");
  await expect(choice(page, "New sections", "Once a day")).toBeChecked();
  await tabTo(page, page.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(choice(page, "New sections", "Once a day")).toBeChecked();

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  await expect(bell(page)).toBeVisible();
  expect(await sidewaysPixels(page), "the bar sideways at 320 px").toBe(0);
});

test("the list shows the drawing of a critique, and its first sentence", async ({ page, site }) => {
  const student = await newStudent(site);
  const { id } = await newClass(site, 5);
  const [exercise = ""] = await newLessons(site, id, { title: "First lines" }, [
    { title: "Two hands", kind: "exercise" },
  ]);
  await takeSeat(page, student, id);
  await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${exercise}`);
  await page.locator("#drawing-files").setInputFiles([await drawing("#b0d0a8")]);
  await page.getByRole("button", { name: "Hand in" }).click();
  await expect(page.getByText("You’ll hear back by")).toBeVisible();
  const { email } = instructor;
  const queue = (await asDemo(site, email, "GET", `/instructor/critiques/${email}?limit=50`)) as {
    _id: string;
    classId: string;
  }[];
  const waiting = queue.find((each) => each.classId === id)!;
  const { rounds } = (await asDemo(site, email, "GET", `/submission/${waiting._id}`)) as {
    rounds: { _id: string }[];
  };
  const body = { text: "The left one lives. Let the right one rest.", pins: [], verdict: "again" };
  await asDemo(site, email, "POST", `/submission-rounds/${rounds[0]!._id}/critique`, body);

  await page.goto("/dashboard/notifications");
  const told = page.getByRole("listitem").filter({ hasText: "left a critique on “Two hands”" });
  await expect(told.getByText("“The left one lives.”")).toBeVisible();
  await expect
    .poll(() => told.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const { width = 0, height = 0 } = (await told.locator("img").boundingBox()) ?? {};
  expect(Math.max(width, height)).toBe(64);
});

test("who comes to the page that a notification leads to has read it", async ({ page, site }) => {
  const { classId } = await openSection(page, site);
  await page.goto("/");
  await expect(bell(page)).toHaveAccessibleName("Notifications 1 new");
  await page.goto(`/dashboard/enrolled-classes/${classId}`);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await page.goto("/");
  await expect(bell(page)).toHaveAccessibleName("Notifications");
});

test("the link of a mail ends it, without signing in, with and without a script", async ({
  page,
  site,
  browser,
  watch,
}) => {
  watch.expectFailure(404, /^\/notifications\/unsubscribe/);
  const { link } = await openSection(page, site);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const reader = await plain.newPage();
  // Mail scanners open links too.
  for (let visits = 0; visits < 3; visits += 1) await reader.goto(link);
  await expect(
    reader.getByText("One click, and we won’t email you about new sections anymore"),
  ).toBeVisible();
  await expect(choice(reader, "New sections", "Right away")).toBeChecked();
  await reader.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(reader.getByText("Done: we won’t email you about new sections anymore")).toBeVisible();
  await expect(choice(reader, "New sections", "Never")).toBeChecked();
  await choice(reader, "New sections", "Once a day").check();
  await choice(reader, "Comments", "Never").check();
  await reader.getByRole("button", { name: "Save" }).click();
  await expect(reader.getByText("Saved.")).toBeVisible();
  await expect(choice(reader, "New sections", "Once a day")).toBeChecked();

  const other = await browser.newContext({ baseURL: site.origin });
  await watch.follow(other);
  const visitor = await other.newPage();
  const { search } = new URL(link);
  await visitor.goto(`/api/notifications/unsubscribe${search}`);
  await expect(visitor).toHaveURL(link);
  await untilAlive(visitor.locator("#page"));
  await expect(choice(visitor, "New sections", "Once a day")).toBeChecked();
  await expect(choice(visitor, "Comments", "Never")).toBeChecked();
  await visitor.getByRole("main").getByRole("button", { name: "Unsubscribe" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(choice(visitor, "New sections", "Never")).toBeChecked();
  await choice(visitor, "Comments", "Right away").check();
  await visitor.getByRole("button", { name: "Save" }).click();
  await expect(visitor.getByText("Saved.")).toBeVisible();

  await page.goto("/dashboard/notifications/choices");
  await expect(choice(page, "New sections", "Never")).toBeChecked();
  await expect(choice(page, "Comments", "Right away")).toBeChecked();

  const path = `/notifications/unsubscribe${search}`;
  await expectAccessible(page, path);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await unreachable(page)).toEqual([]);
  await reader.goto(`${path}x`);
  await expect(reader.getByRole("heading", { level: 1, name: "This link is broken" })).toBeVisible();
});
