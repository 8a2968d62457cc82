import { admin, close, confirm, dialog } from "./support/dialogs.ts";
import { enter, expect, holdAnswers, test } from "./support/journey.ts";
import { asDemo, newStudent } from "./support/school.ts";

test("a promoted user gets the new menu without signing in again; the log tells it", async ({
  browser,
  page,
  site,
  watch,
}) => {
  // The student's open page polls at the same moment and gets a refusal.
  watch.expectFailure(403, /^\/api\/(selected|enrolled)/);
  const student = await newStudent(site);
  const theirs = await browser.newContext({ baseURL: site.origin });
  await watch.follow(theirs);
  const open = await theirs.newPage();
  await open.clock.install();
  await enter(open, student);
  await open.goto("/dashboard/selected-classes");
  await expect(open.getByText("You have not selected any classes yet.")).toBeVisible();

  await enter(page, admin);
  await page.goto("/dashboard/manage-users");
  await page.getByLabel("Search").fill(student.email);
  const row = page.getByRole("row").filter({ hasText: student.email });
  await expect(page.getByRole("row").nth(1)).toContainText(student.email);
  await row.getByRole("button", { name: `Make Instructor ${student.name}` }).click();
  await expect(dialog(page)).toContainText("Are you sure?");
  await expect(dialog(page)).toBeFocused();
  await confirm(page, "Yes, Make This User Instructor!");
  await expect(dialog(page)).toContainText(`${student.name} is an Instructor Now`);
  await close(page);
  await expect(row.getByRole("cell", { name: "Instructor", exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: "Make Instructor" })).toBeDisabled();

  await open.clock.fastForward("01:00");
  await expect(open.getByRole("link", { name: "Manage Classes" })).toBeVisible();
  await expect(open).toHaveURL(/\/$/);

  await row.getByRole("button", { name: "Make Admin" }).click();
  await confirm(page, "Yes, Make This User Admin!");
  await expect(dialog(page)).toContainText(`${student.name} is an Admin Now`);
  await close(page);
  await expect(row.getByRole("button", { name: "Make Admin" })).toBeDisabled();
  await open.clock.fastForward("01:00");
  await expect(open.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await theirs.close();

  await page.getByRole("link", { name: "Audit Log" }).click();
  await expect(page.getByRole("link", { name: "Audit Log" })).toHaveAttribute("aria-current", "page");
  const entries = page.getByRole("listitem").filter({ hasText: `Robin Vale made ${student.name}` });
  await expect(entries.first()).toContainText(`made ${student.name} an admin`);
  await expect(entries.first()).toContainText("instructor");
  await expect(entries.first().locator("time")).toHaveAttribute("title", /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  await entries
    .first()
    .getByRole("link", { name: `Show ${student.name}` })
    .click();
  await expect(page.getByRole("row").filter({ hasText: student.email })).toContainText("Admin");
});

test("what an open page is refused since the promotion does not sign the user out", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(403, /^\/api\/(selected|enrolled|payments)/);
  const student = await newStudent(site);
  await enter(page, student);
  await page.goto("/dashboard/selected-classes");
  await expect(page.getByText("You have not selected any classes yet.")).toBeVisible();
  await page.getByRole("link", { name: "Payment History" }).click();
  await expect(page.getByText("You have not made any payments yet.")).toBeVisible();
  const [found] = (await asDemo(site, admin.email, "GET", `/admin/manage/users?q=${student.email}`)) as {
    _id: string;
  }[];
  await asDemo(site, admin.email, "PATCH", `/users/instructor/${found?._id}`);
  // Faster than the page's own polling.
  await page.getByRole("link", { name: "Selected Classes" }).click();
  await expect(page.getByRole("link", { name: "Manage Classes" })).toBeVisible({ timeout: 10_000 });
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
});

test("nobody changes their own role, and applications stand beside their users", async ({ page }) => {
  await enter(page, admin);
  await page.goto("/dashboard/manage-users");
  await expect(page.getByRole("table", { name: "Users, newest first" })).toBeVisible();
  await page.getByLabel("Search").fill("admin@senga");
  await expect(page.getByRole("table", { name: "Users, best match first" })).toBeVisible();
  const own = page.getByRole("row").filter({ hasText: "admin@senga.example" });
  await expect(own).toContainText("This is you.");
  await expect(own.getByRole("button", { name: "Make Instructor" })).toBeDisabled();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.getByLabel("Applied to teach").check();
  await expect(page).toHaveURL(/applied=yes/);
  const applicant = page.getByRole("row").filter({ hasText: "kenji@senga.example" });
  await applicant.getByText("Applied to teach").click();
  await expect(applicant).toContainText("rooms that look lived in");
  const portfolio = applicant.getByRole("link", { name: "Portfolio of Kenji Mori" });
  await expect(portfolio).toHaveAttribute("href", "https://portfolio.example/kenji-mori");
  await expect(portfolio).toHaveAttribute("rel", /noreferrer nofollow/);
});

test("a decision that is under way can't be put away, however often Escape is pressed", async ({
  page,
  site,
}) => {
  const student = await newStudent(site);
  await enter(page, admin);
  await page.goto(`/dashboard/manage-users?q=${student.email}`);
  const row = page.getByRole("row").filter({ hasText: student.email });
  await row.getByRole("button", { name: "Make Instructor" }).click();
  const release = await holdAnswers(page, /\/api\/users\/instructor\//);
  await confirm(page, "Yes, Make This User Instructor!");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
  await expect(dialog(page)).toContainText("Are you sure?");
  release();
  await expect(dialog(page)).toContainText(`${student.name} is an Instructor Now`);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});
