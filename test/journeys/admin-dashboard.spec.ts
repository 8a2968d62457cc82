import type { Page } from "@playwright/test";
import { admin, close, confirm, dialog } from "./support/dialogs.ts";
import { enter, expect, followLink, test } from "./support/journey.ts";
import { asDemo, newAdmin, newPendingClass } from "./support/school.ts";

const card = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("approving and denying: asked, told, final, mailed; a new class shows by itself", async ({
  page,
  site,
}) => {
  await enter(page, admin);
  await page.goto("/dashboard/manage-classes?status=pending");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Classes");
  const [good, bad] = [await newPendingClass(site), await newPendingClass(site)];
  await expect(card(page, good.name)).toBeVisible({ timeout: 10_000 });
  await page.goto("/dashboard/manage-classes");

  await page.getByRole("button", { name: `Approve ${good.name}` }).click();
  await expect(dialog(page)).toContainText("Are you sure?");
  await expect(dialog(page)).toContainText("This class has no lessons yet.");
  await expect(dialog(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Approve ${good.name}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await confirm(page, "Yes, Approve This Class");
  await expect(dialog(page)).toContainText(`${good.name} Course Approved Successfully`);
  await close(page);
  await expect(card(page, good.name)).toContainText("Approved");
  await card(page, good.name).getByText("More").click();
  await expect(page.getByRole("button", { name: `Approve ${good.name}` })).toBeDisabled();
  await expect(page.getByRole("button", { name: `Deny ${good.name}` })).toBeDisabled();

  await page.getByRole("button", { name: `Deny ${bad.name}` }).click();
  await confirm(page, "Yes, Deny This Class");
  await expect(dialog(page)).toContainText(`${bad.name} Course Denied Successfully`);
  await close(page);
  await expect(card(page, bad.name)).toContainText("Denied");

  const subjects = async (): Promise<string[]> => {
    const mails = await page.request.get("/sandbox/mailbox.json?to=instructor@senga.example");
    return ((await mails.json()) as { subject: string }[]).map(({ subject }) => subject);
  };
  await expect.poll(subjects).toContain(`“${good.name}” has been approved`);
  await expect.poll(subjects).toContain(`“${bad.name}” has been denied`);
});

test("two admins decide at once: one decides, the other is told and sees it", async ({
  browser,
  page,
  site,
  watch,
}) => {
  watch.expectFailure(409, /^\/api\/admin\/deny\/class\//);
  const { name } = await newPendingClass(site);
  const other = await browser.newContext({ baseURL: site.origin });
  await watch.follow(other);
  const second = await other.newPage();
  await enter(page, admin);
  await enter(second, await newAdmin(site));
  const list = `/dashboard/manage-classes?q=${encodeURIComponent(name)}`;
  await page.goto(list);
  await second.goto(list);
  await page.getByRole("button", { name: `Approve ${name}` }).click();
  await second.getByRole("button", { name: `Deny ${name}` }).click();
  await confirm(page, "Yes, Approve This Class");
  await expect(dialog(page)).toContainText("Course Approved Successfully");
  await dialog(second).getByLabel("Feedback").fill("Too dark to read.");
  await confirm(second, "Yes, Deny This Class");
  await expect(dialog(second)).toContainText(
    `“${name}” was already approved by Robin Vale. Your click changed nothing.`,
  );
  await expect(dialog(second).getByLabel("Feedback")).toHaveValue("Too dark to read.");
  await confirm(second, "Cancel");
  await expect(card(second, name)).toContainText("Approved");
  await card(second, name).getByText("More").click();
  await expect(second.getByRole("button", { name: `Deny ${name}` })).toBeDisabled();
});

test("feedback: prefilled, sent, back to the list; another admin's is not overwritten unseen", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(409, /^\/api\/admin\/feedback\//);
  const { id, name } = await newPendingClass(site);
  const list = `/dashboard/manage-classes?q=${encodeURIComponent(name)}`;
  await enter(page, admin);
  await page.goto(list);
  await page.getByRole("link", { name: `Send Feedback on ${name}` }).click();
  await expect(page).toHaveURL(`/feedback/${id}`);
  await expect(page.getByRole("link", { name: "Manage Classes" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  const text = page.getByLabel("Feedback");
  await expect(text).toHaveValue("");
  await text.fill("Say what one draws.\nAnd for whom.");
  await page.getByRole("button", { name: "Send Feedback" }).click();
  await expect(dialog(page)).toContainText("Feedback Sent Successfully");
  await close(page);
  await expect(page).toHaveURL(list);
  await expect(card(page, name)).toContainText("Say what one draws.");

  await page.getByRole("link", { name: `Send Feedback on ${name}` }).click();
  await expect(text).toHaveValue("Say what one draws.\nAnd for whom.");
  await text.fill("Mine.");
  await page.getByRole("link", { name: "Manage Users" }).click();
  await dialog(page).getByRole("button", { name: "Stay" }).click();
  await asDemo(site, admin.email, "PATCH", `/admin/feedback/${id}`, { feedback: "Theirs." });
  await page.getByRole("button", { name: "Send Feedback" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Another admin changed" })).toContainText("Theirs.");
  await expect(text).toHaveValue("Mine.");
  await page.getByRole("button", { name: "Replace with mine" }).click();
  await expect(dialog(page)).toContainText("Feedback Sent Successfully");
  await close(page);
  await expect(card(page, name)).toContainText("Mine.");

  await page.goto("/dashboard/audit-log?kind=feedback-given");
  const entry = page
    .getByRole("listitem")
    .filter({ hasText: `Robin Vale changed the feedback on “${name}”` });
  await expect(entry.filter({ hasText: "Mine." })).toContainText("Theirs.");
});

test("search and filter stand in the address, and back undoes them", async ({ page }) => {
  await enter(page, admin);
  await page.goto("/dashboard/manage-classes");
  const status = page.getByRole("group", { name: "Status" });
  await expect(card(page, "Rain at Night")).toBeVisible();
  await status.getByText("Denied", { exact: true }).click();
  await expect(page).toHaveURL(/status=denied/);
  await expect(card(page, "Food That Steams")).toBeVisible();
  await expect(card(page, "Rain at Night")).toBeHidden();
  await page.getByLabel("Search").fill("fod that steems");
  await expect(page).toHaveURL(/q=fod/);
  await expect(card(page, "Food That Steams")).toBeVisible();
  await page.getByLabel("Search").fill("nothing like it");
  await expect(page.getByText("No classes match.")).toBeVisible();
  // Edits of a search replace one history entry.
  await page.goBack();
  await expect(page).toHaveURL(/\?status=denied$/);
  await page.goBack();
  await expect(status.getByRole("radio", { name: "All" })).toBeChecked();
  await expect(card(page, "Rain at Night")).toBeVisible();
});

test("later pages of a list have addresses of their own", async ({ page, site }) => {
  for (let i = 0; i < 5; i += 1) await newPendingClass(site);
  await enter(page, admin);
  await page.goto("/dashboard/manage-classes");
  await expect(page.getByRole("link", { name: /^Send Feedback/ })).toHaveCount(20);
  await expect(page.getByRole("link", { name: "First page" })).toBeHidden();
  await page.getByRole("link", { name: "More classes" }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.getByRole("link", { name: "First page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Clear filters" })).toBeHidden();
  await expect(card(page, "Eyes That Speak")).toBeVisible();
  await page.reload();
  await expect(card(page, "Eyes That Speak")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "First page" })).toBeHidden();
  await expect(card(page, "Eyes That Speak")).toBeHidden();
});

test("the panel: totals, figures as chart and table, what waits", async ({ page, site }) => {
  const { name } = await newPendingClass(site);
  await enter(page, admin);
  await page.goto("/dashboard/admin-panel");
  for (const tile of ["Total Users", "Total Courses", "Total Enrolled", "Estimated Earnings"]) {
    await expect(page.getByText(tile, { exact: true })).toBeVisible();
  }
  await expect(page.getByText(/^Total: \$/)).toBeVisible();
  await page.getByRole("img", { name: /^Revenue and enrollments from/ }).hover();
  await expect(page.getByText(/^\w+ \d+, \d{4}: \$/)).toBeVisible();
  await page.getByText("Show the figures as a table").click();
  const rows = page.getByRole("table", { name: /Revenue and enrollments/ }).getByRole("row");
  await expect(rows).toHaveCount(31);
  await page.getByRole("link", { name: "12 months" }).click();
  await expect(page).toHaveURL(/range=12-months/);
  await expect(rows).toHaveCount(13);
  await page.goBack();
  await expect(rows).toHaveCount(31);
  await page.getByRole("link", { name: `Manage ${name}` }).click();
  await expect(card(page, name)).toBeVisible();
});

const pages = [
  "/dashboard/admin-panel",
  "/dashboard/manage-classes",
  "/dashboard/manage-users",
  "/dashboard/applications",
  "/dashboard/payments",
  "/dashboard/audit-log",
];

test("others are sent home, visitors to the login", async ({ page, site }) => {
  const { id } = await newPendingClass(site);
  await page.goto("/dashboard/manage-users");
  await expect(page).toHaveURL(/\/login$/);
  await enter(page, { ...admin, email: "instructor@senga.example" });
  await page.goto("/dashboard/manage-users");
  await expect(page).toHaveURL(/\/$/);
  for (const path of [...pages, `/feedback/${id}`]) {
    await followLink(page, "/disclaimer");
    await expect(page).toHaveURL(/\/disclaimer$/);
    await followLink(page, path);
    await expect(page, path).toHaveURL(/\/$/);
  }
});
