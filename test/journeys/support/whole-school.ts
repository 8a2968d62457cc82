import type { Browser, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { demoPassword } from "../../../db/demo-school/people.ts";
import { admin, close, confirm, dialog } from "./dialogs.ts";
import { type Watch, cardForm, expect, fillCard, logIn, selectClass, test } from "./journey.ts";
import { type Account, newStudent } from "./school.ts";
import type { Site } from "./site.ts";

const instructor = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };

interface Person {
  readonly page: Page;
  readonly leave: () => Promise<void>;
}

/** A separate browser context. */
async function person(
  browser: Browser,
  site: Site,
  watch: Pick<Watch, "follow">,
  who?: Account,
): Promise<Person> {
  const context = await browser.newContext({ baseURL: site.origin });
  await watch.follow(context);
  const page = await context.newPage();
  if (who) await logIn(page, who);
  return { page, leave: () => context.close() };
}

const tile = (page: Page, name: string): Locator => page.locator(".tile").filter({ hasText: name });
const cardOf = (page: Page, name: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const found = (name: string): string => `/classes?${new URLSearchParams({ q: name })}`;

interface Walk {
  readonly browser: Browser;
  readonly site: Site;
  readonly watch: Pick<Watch, "follow">;
}

/** A class from the first line to the first student: added, approved, seen, paid, counted everywhere, refunded. */
export async function walkWholeSchool({ browser, site, watch }: Walk): Promise<void> {
  const name = `Capes ${Date.now().toString(36)}`;
  const theirs = await person(browser, site, watch, instructor);
  const admins = await person(browser, site, watch, admin);
  const visitors = await person(browser, site, watch);

  await test.step("the instructor adds it, and nobody else sees it", async () => {
    const { page } = theirs;
    await page.goto("/dashboard/add-class");
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: "#2f6db5" } });
    await page
      .getByLabel("Class picture")
      .setInputFiles({ name: "cape.png", mimeType: "image/png", buffer: await picture.png().toBuffer() });
    await page.getByLabel("Class name").fill(name);
    await page.getByLabel("Available seats").fill("3");
    await page.getByLabel("Price").fill("49");
    await page.getByRole("button", { name: "Add class" }).click();
    await expect(page.getByText("New Class Added Successfully!")).toBeVisible();
    await page.getByRole("button", { name: "Later" }).click();
    await expect(cardOf(page, name)).toContainText("Pending");
    await visitors.page.goto(found(name));
    await expect(visitors.page.getByRole("heading", { name })).toHaveCount(0);
  });

  const before: Record<string, string> = {};
  await test.step("the admin approves it", async () => {
    const { page } = admins;
    await page.goto("/dashboard/admin-panel");
    for (const total of ["Total Enrolled", "Estimated Earnings"])
      before[total] = await tile(page, total).innerText();
    await page.goto(`/dashboard/manage-classes?${new URLSearchParams({ q: name })}`);
    await page.getByRole("button", { name: `Approve ${name}` }).click();
    await expect(dialog(page)).toContainText("Are you sure?");
    await confirm(page, "Yes, Approve This Class");
    await expect(dialog(page)).toContainText(`${name} Course Approved Successfully`);
    await close(page);
    await page.getByText(`More for ${name}`).click();
    await expect(page.getByRole("button", { name: `Deny ${name}` })).toBeDisabled();
  });

  await test.step("the instructor's open page follows, and visitors see it at once", async () => {
    await expect(cardOf(theirs.page, name)).toContainText("Approved");
    await visitors.page.goto(found(name));
    await expect(visitors.page.getByRole("heading", { name })).toBeVisible();
    await expect(visitors.page.getByText("3 seats available")).toBeVisible();
  });

  const student = await newStudent(site);
  const students = await person(browser, site, watch, student);
  await test.step("a student selects it and pays", async () => {
    const { page } = students;
    await selectClass(page, name);
    await page.goto("/dashboard/selected-classes");
    await page.getByRole("link", { name: `PAY NOW for ${name}` }).click();
    await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
    await fillCard(cardForm(page), "4242424242424242");
    await page.getByRole("button", { name: "Pay $49" }).click();
    await expect(page).toHaveURL(/enrolled-classes/);
    await expect(dialog(page)).toContainText(`You’re in: ${name}`);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("heading", { name })).toBeVisible();
  });

  await test.step("seats and earnings are right on every screen", async () => {
    await visitors.page.reload();
    await expect(visitors.page.getByText("2 seats available")).toBeVisible();
    const mine = cardOf(theirs.page, name);
    await expect(mine).toContainText("$49.00");
    await expect(mine).toContainText(/Students\s*1/);
    await expect(mine).toContainText(/Seats left\s*2/);

    const { page } = admins;
    await page.goto("/dashboard/admin-panel");
    const amount = (text = ""): number => Number(text.replace(/[^\d.]/g, ""));
    for (const [total, more] of [
      ["Total Enrolled", 1],
      ["Estimated Earnings", 49],
    ] as const) {
      await expect
        .poll(async () => amount(await tile(page, total).innerText()) - amount(before[total]))
        .toBeGreaterThanOrEqual(more);
    }
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("$49");
    await page.goto(`/dashboard/manage-classes?${new URLSearchParams({ q: name })}`);
    await expect(cardOf(page, name)).toContainText("2 seats available · 1 enrolled");
  });

  await test.step("the admin refunds it: the seat is free, the student and the instructor see it", async () => {
    const { page } = admins;
    await page.goto("/dashboard/admin-panel");
    await page.getByRole("link", { name: "All payments" }).click();
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("button", { name: `Refund ${student.name} for ${name}` }).click();
    await expect(dialog(page)).toContainText("lose their seat");
    await confirm(page, "Yes, Refund $49.00");
    await expect(dialog(page)).toContainText("Enter a reason");
    await dialog(page).getByLabel("Reason").fill("Bought by mistake");
    await confirm(page, "Yes, Refund $49.00");
    await expect(dialog(page)).toContainText("Payment Refunded");
    await close(page);
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("Refunded");
    await expect(row.getByRole("button", { name: /Refund/ })).toHaveCount(0);

    await visitors.page.reload();
    await expect(visitors.page.getByText("3 seats available")).toBeVisible();
    const mine = cardOf(theirs.page, name);
    await expect(mine).toContainText(/Students\s*0/);
    await students.page.goto("/dashboard/payment-history");
    await expect(students.page.getByRole("row").filter({ hasText: name })).toContainText("Refunded on");
    await students.page.goto("/dashboard/enrolled-classes");
    await expect(students.page.getByText("You have not selected any classes yet.")).toBeVisible();

    await page.goto("/dashboard/audit-log?kind=payment-refunded");
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Bought by mistake");
  });

  for (const { leave } of [theirs, admins, visitors, students]) await leave();
}
