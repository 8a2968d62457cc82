import type { Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { dialog } from "./support/dialogs.ts";
import { enter, expect, takeSeat, test } from "./support/journey.ts";
import { asDemo, newCurriculum, newStudent } from "./support/school.ts";

const instructor = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };
const builderOf = (classId: string): string => `/dashboard/instructor/curriculum/${classId}`;

async function chooseStart(page: Page, day: string, timeZone: string): Promise<void> {
  await dialog(page).getByLabel("First day").fill(day);
  await dialog(page).getByLabel("Time zone").selectOption(timeZone);
}

test("a group starts on a day, and each student reads in their own zone when a section opens", async ({
  browser,
  page,
  site,
  watch,
}) => {
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  await page.goto(builderOf(id));
  await page.getByRole("button", { name: "Add a section" }).click();
  await page.getByLabel("Title of the section").fill("Ink");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Set a start date" }).click();
  await dialog(page).getByLabel("With a start date: a group starts together").check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByLabel("First day")).toBeFocused();
  await expect(dialog(page).getByLabel("First day")).toHaveAccessibleDescription(/Choose the first day/);
  await chooseStart(page, "2031-03-03", "America/New_York");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A group starts on March 3, 2031 (America/New York).")).toBeVisible();

  // Two forms are open at once.
  const formOf = (title: string) => page.getByRole("form", { name: `Section ${title}` });
  for (const title of ["First lines", "Ink"])
    await page.getByRole("button", { name: `Edit section ${title}` }).click();
  await formOf("Ink").getByText("Title").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Ink and tone");
  await expect(formOf("First lines").getByLabel("Title")).toHaveValue("First lines");
  await formOf("Ink").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Ink and tone" })).toBeVisible();
  // New York's clocks change on the 9th, Berlin's on the 30th.
  await formOf("First lines").getByLabel("Opens (days after the start)").fill("7");
  await formOf("First lines").getByLabel("At", { exact: true }).fill("18:00");
  await formOf("First lines").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Edit section First lines" })).toBeFocused();

  const berlin = await browser.newContext({ baseURL: site.origin, timezoneId: "Europe/Berlin" });
  await watch.follow(berlin);
  const student = await berlin.newPage();
  await takeSeat(student, await newStudent(site), id);
  const opens = "Opens Mar 10, 2031, 11:00 PM";
  await student.goto(`/dashboard/enrolled-classes/${id}`);
  await expect(student.getByRole("list").getByText(opens)).toBeVisible();
  await expect(student.getByRole("link", { name: "Hold the pen" })).toHaveCount(0);
  await student.goto(`/dashboard/enrolled-classes/${id}/lessons/${lessons[0]}`);
  await expect(student.getByText(`This lesson isn’t open yet. ${opens}.`)).toBeVisible();
  await student.goto(`/classes/${id}`);
  await expect(student.getByText("Opens Mar 10, 2031, 6:00 PM New York time")).toBeVisible();
  await berlin.close();

  // Their instructor looks into it before it opens.
  watch.expectFailure(404, /^\/api\/learning\//);
  await page.goto(`${builderOf(id)}?lesson=${lessons[0]}`);
  await page.getByRole("link", { name: "See it as students do" }).click();
  await expect(page.getByText("This is how students see this lesson.")).toBeVisible();
  await expect(page.getByText("Draw from the shoulder.")).toBeVisible();
});

test("a class is held again with the same lessons, on another day", async ({ page, site }) => {
  const { id, name } = await newCurriculum(site);
  await enter(page, instructor);
  await page.goto(builderOf(id));
  await page.getByRole("button", { name: "Run it again" }).click();
  await dialog(page).getByRole("button", { name: "Send for review" }).click();
  await expect(dialog(page).getByLabel("First day")).toBeFocused();
  for (const label of ["First day", "Available seats", "Price"])
    await expect(dialog(page).getByLabel(label)).toHaveAttribute("aria-invalid", "true");
  await chooseStart(page, "2031-06-02", "Asia/Tokyo");
  await dialog(page).getByLabel("Available seats").fill("12");
  await dialog(page).getByLabel("Price").fill("75");
  await dialog(page).getByRole("button", { name: "Send for review" }).click();
  await expect(dialog(page)).toContainText("Sent for review");
  await dialog(page).getByRole("button", { name: "OK", exact: true }).click();

  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await expect(card).toHaveCount(2);
  await expect(card.first()).toContainText("Pending");
  await expect(card.first()).toContainText("1 of 3 lessons published, 2 unpublished drafts");
  await card.first().getByRole("link", { name: "Lessons" }).click();
  await expect(page.getByText("A group starts on June 2, 2031 (Asia/Tokyo).")).toBeVisible();
  await expect(page.getByText(`These lessons are also part of “${name}”.`)).toBeVisible();

  const again = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await asDemo(site, "admin@senga.example", "PATCH", `/admin/approve/class/${again}`);
  await page.goto(`/classes/${again}`);
  await expect(page.getByText("Opens Jun 2, 2031, 12:00 AM Tokyo time")).toBeVisible();
  await expect(page.getByRole("region", { name: "What’s inside" })).toContainText("Hold the pen");
  await page.goto(`/classes/${id}`);
  await expect(page.getByRole("region", { name: "What’s inside" })).toContainText("Hold the pen");
  await expect(page.getByText("Opens Jun 2, 2031")).toHaveCount(0);
});

test("a time zone that the browser doesn't list stays when only the day changes", async ({ page, site }) => {
  const { id } = await newCurriculum(site);
  // Chromium lists Asia/Calcutta.
  const schedule = { startsOn: "2031-03-03", timeZone: "Asia/Kolkata" };
  await asDemo(site, instructor.email, "PATCH", `/class/${id}/schedule`, schedule);
  await enter(page, instructor);
  await page.goto(builderOf(id));
  await page.getByRole("button", { name: "Change the start date" }).click();
  await expect(dialog(page).getByLabel("Time zone")).toHaveValue("Asia/Kolkata");
  await dialog(page).getByLabel("First day").fill("2031-03-10");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A group starts on March 10, 2031 (Asia/Kolkata).")).toBeVisible();
});
