import type { Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { axeFindings, sidewaysPixels } from "./support/access.ts";
import { admin, close, confirm, dialog } from "./support/dialogs.ts";
import { enter, expect, test } from "./support/journey.ts";
import { asDemo, newPendingClass, newStudent } from "./support/school.ts";

const instructor = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };

async function expectNoBarrier(page: Page, within?: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await axeFindings(page, "light", within), `${page.url()} at ${width}`).toEqual([]);
    expect(await sidewaysPixels(page), `${page.url()} at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("a class is denied with feedback, sent again, approved, and public", async ({
  browser,
  page,
  site,
  watch,
}) => {
  const { id, name } = await newPendingClass(site);
  const list = `/dashboard/manage-classes?status=pending&q=${encodeURIComponent(name)}`;
  await enter(page, admin);
  await page.goto(list);
  await page.getByRole("link", { name: `Preview ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByText("This is how students will see this class once it’s approved")).toBeVisible();
  await expectNoBarrier(page);
  await page.goto(list);
  await page.getByRole("button", { name: `Deny ${name}` }).click();
  await expect(dialog(page)).toContainText("Are you sure?");
  await dialog(page).getByLabel("Feedback").fill("Show a finished eye on the cover.");
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByLabel("Feedback")).toHaveValue("Show a finished eye on the cover.");
  await expectNoBarrier(page, "[role=alertdialog]");
  await confirm(page, "Yes, Deny This Class");
  await expect(dialog(page)).toContainText(`${name} Course Denied Successfully`);
  await close(page);

  const theirs = await browser.newContext({ baseURL: site.origin });
  await watch.follow(theirs);
  const instructorPage = await theirs.newPage();
  await enter(instructorPage, instructor);
  await instructorPage.goto(`/update/class/${id}`);
  await expect(instructorPage.getByText("so it can’t be edited")).toBeVisible();
  await instructorPage.goto("/dashboard/instructor/my-classes");
  const card = instructorPage
    .getByRole("listitem")
    .filter({ has: instructorPage.getByRole("heading", { name, exact: true }) });
  await expect(card).toContainText("Show a finished eye on the cover.");
  await expect(card.getByRole("link", { name: `Update ${name}` })).toBeHidden();
  await card.getByRole("link", { name: `Send again ${name}` }).click();
  await expect(instructorPage.getByRole("heading", { level: 1 })).toHaveText("Add A Class");
  await expect(instructorPage.getByText("Show a finished eye on the cover.")).toBeVisible();
  await expect(instructorPage.getByLabel("Class name")).toHaveValue(name);
  await expect(instructorPage.getByLabel("Price")).toHaveValue("49");
  await expectNoBarrier(instructorPage);
  const better = `${name}, redrawn`;
  await instructorPage.getByLabel("Class name").fill(better);
  await instructorPage.getByRole("link", { name: "Add A Class" }).first().click();
  await dialog(instructorPage).getByRole("button", { name: "Stay" }).click();
  await expect(instructorPage.getByLabel("Class name")).toHaveValue(better);
  await instructorPage.getByRole("button", { name: "Send again" }).click();
  await expect(dialog(instructorPage)).toContainText("New Class Added Successfully!");
  await dialog(instructorPage).getByRole("button", { name: "Later" }).click();
  const again = instructorPage
    .getByRole("listitem")
    .filter({ has: instructorPage.getByRole("heading", { name: better }) });
  await expect(again).toContainText("Pending");
  await expect(again).toContainText("Show a finished eye on the cover.");
  await expect(card).toBeHidden();
  await instructorPage.getByText(/^Denied and sent again/).click();
  await expect(instructorPage.getByText(`sent again as “${better}”`)).toBeVisible();
  await expectNoBarrier(instructorPage);
  await theirs.close();

  await page.goto(`/dashboard/manage-classes?status=pending&q=${encodeURIComponent(better)}`);
  await page.getByText(/^Sent again after it was denied/).click();
  await expect(page.getByText("Show a finished eye on the cover.")).toBeVisible();
  await page.getByRole("button", { name: `Approve ${better}` }).click();
  await confirm(page, "Yes, Approve This Class");
  await expect(dialog(page)).toContainText(`${better} Course Approved Successfully`);
  await close(page);
  await page.goto(`/classes?q=${encodeURIComponent(better)}`);
  await expect(page.getByRole("heading", { name: better })).toBeVisible();
});

test("an application is declined with a note, which the applicant sees; another is accepted", async ({
  browser,
  page,
  site,
  watch,
}) => {
  const [declined, accepted] = [await newStudent(site), await newStudent(site)];
  const theirs = await browser.newContext({ baseURL: site.origin });
  await watch.follow(theirs);
  const teach = await theirs.newPage();
  const apply = async (text: string): Promise<void> => {
    await teach.goto("/teach");
    await teach.getByLabel("What do you want to teach?").fill(text);
    await teach.getByLabel("Portfolio link").fill("https://example.org/hands");
    await teach.getByRole("button", { name: "Send my application" }).click();
    await teach.getByRole("button", { name: "OK", exact: true }).click();
  };
  await enter(teach, declined);
  await apply("Hands, which I have drawn for a week.");

  await enter(page, admin);
  await page.goto("/dashboard/admin-panel");
  await expect(page.getByRole("heading", { name: /^Waiting for review \(\d+\)$/ })).toBeVisible();
  await page.getByRole("link", { name: "Applications", exact: true }).click();
  const card = page.getByRole("listitem").filter({ hasText: declined.email });
  await expect(card).toContainText("Hands, which I have drawn for a week.");
  await card.getByRole("button", { name: "Decline" }).click();
  await dialog(page).getByLabel("Note").fill("Draw for a year, then show us.");
  await expectNoBarrier(page, "[role=alertdialog]");
  await confirm(page, "Yes, Decline This Application!");
  await expect(dialog(page)).toContainText("Application Declined");
  await close(page);
  await expect(card).toBeHidden();

  await teach.goto("/teach");
  await expect(teach.getByText("We declined your application on")).toBeVisible();
  await expect(teach.getByText("Draw for a year, then show us.")).toBeVisible();
  await expect(teach.getByLabel("What do you want to teach?")).toBeHidden();
  await theirs.close();

  const body = { text: "Feet, which I have drawn for ten years.", portfolio: "https://example.org/feet" };
  await asDemo(site, accepted.email, "POST", "/teaching/application", body);
  const other = page.getByRole("listitem").filter({ hasText: accepted.email });
  await other.getByRole("button", { name: "Accept" }).click();
  await confirm(page, "Yes, Accept This Application!");
  await expect(dialog(page)).toContainText(`${accepted.name} is an Instructor Now`);
  await close(page);
});

test("a suspended user is told so at login, and is back when reinstated", async ({
  browser,
  page,
  site,
  watch,
}) => {
  watch.expectWords("JWT Error:");
  watch.expectFailure(403, /^\/api\//);
  const student = await newStudent(site);
  const theirs = await browser.newContext({ baseURL: site.origin });
  await watch.follow(theirs);
  const open = await theirs.newPage();
  await enter(open, student);
  const body = { text: "Hands, which I have drawn for ten years.", portfolio: "https://example.org/hands" };
  await asDemo(site, student.email, "POST", "/teaching/application", body);
  await enter(page, admin);
  await page.goto(`/dashboard/manage-users?q=${encodeURIComponent(student.email)}`);
  await page.getByRole("button", { name: `Suspend ${student.name}` }).click();
  await dialog(page).getByLabel("Reason").fill("Sold traced drawings.");
  await confirm(page, "Yes, Suspend This User!");
  await expect(dialog(page)).toContainText(`${student.name} is Suspended`);
  await close(page);
  const row = page.getByRole("row").filter({ hasText: student.email });
  await expect(row).toContainText("Suspended");
  await row.getByText("Applied to teach").click();
  await expect(row).toContainText("Waits until they’re reinstated.");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("users.csv");

  await open.goto("/dashboard/selected-classes");
  await expect(open).toHaveURL(/\/login$/);
  await open.getByLabel("Email").fill(student.email);
  await open.getByLabel("Password", { exact: true }).fill(student.password);
  await open.getByRole("button", { name: "Login", exact: true }).click();
  // The toast of the page that was left says the same.
  await expect(open.locator("form [role=alert]")).toContainText("Your account is suspended.");

  await page.getByRole("button", { name: `Reinstate ${student.name}` }).click();
  await confirm(page, "Yes, Reinstate This User!");
  await expect(dialog(page)).toContainText(`${student.name} is Reinstated`);
  await close(page);
  await expect(row.getByRole("link", { name: "Accept or decline" })).toBeVisible();
  await enter(open, student);
});
