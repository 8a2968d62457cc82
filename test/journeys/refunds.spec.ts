import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { axeFindings, desktop, expectAccessibleAsOpened, extremes, unreachable } from "./support/access.ts";
import { enter, expect, takeSeat, test } from "./support/journey.ts";
import { type Account, newClass, newLessons, newStudent } from "./support/school.ts";
import type { Site } from "./support/site.ts";

interface Buyer extends Account {
  readonly className: string;
  readonly classId: string;
  readonly lessons: readonly string[];
}

/** Of a class with texts of the same length: each of ten is a tenth of it. */
async function buyClass(page: Page, site: Site, texts = 10): Promise<Buyer> {
  const { id: classId, name: className } = await newClass(site, 5);
  const titles = Array.from({ length: texts }, (_, at) => ({ title: `Lesson ${at}` }));
  const lessons = await newLessons(site, classId, { title: "First lines" }, titles);
  const student = await newStudent(site);
  await takeSeat(page, student, classId);
  return { ...student, className, classId, lessons };
}

async function read(page: Page, { classId, lessons }: Buyer, count: number): Promise<void> {
  for (const [at, lesson] of lessons.slice(0, count).entries()) {
    await page.goto(`/dashboard/enrolled-classes/${classId}/lessons/${lesson}`);
    await expect(page.getByRole("heading", { level: 1, name: `Lesson ${at}` })).toBeVisible();
    await expect(page.locator(".lesson-main")).toContainText("Draw Lesson");
  }
}

async function openWithdrawal(page: Page, { className }: Buyer): Promise<void> {
  await page.goto("/dashboard/payment-history");
  await page.getByRole("link", { name: `Withdraw from this class ${className}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Withdraw from a class" })).toBeVisible();
  await expect(page.locator(".standing-lines")).toBeVisible();
}

async function expectAccessibleNow(page: Page): Promise<void> {
  await expectAccessibleAsOpened(page, new URL(page.url()).pathname, extremes);
  await page.setViewportSize(desktop);
  expect(await unreachable(page)).toEqual([]);
}

const line = (page: Page, words: string) => page.locator(".standing-lines li").filter({ hasText: words });

test("withdraw within the policy: three lines, every number, two steps, and the money is on its way", async ({
  page,
  site,
}) => {
  const buyer = await buyClass(page, site);
  await read(page, buyer, 1);
  await openWithdrawal(page, buyer);
  await expect(line(page, "Day 1 of 7 after the payment.")).toContainText("Met:");
  await expect(line(page, "10% of the class opened; refunds need less than 20%.")).toContainText("Met:");
  await expect(line(page, "Paid at the regular price.")).toContainText("Met:");
  await page.getByText("Show each lesson").click();
  const opened = page.getByRole("table", { name: "How much of each lesson you’ve opened" });
  const rows = opened.getByRole("row");
  await expect(rows).toHaveCount(12);
  const length = (await rows.nth(2).getByRole("cell").nth(2).innerText()).trim();
  await expect(rows.filter({ hasText: "Lesson 0" })).toHaveText(`Lesson 0${length}${length}`);
  await expect(rows.filter({ hasText: "Lesson 1" })).toHaveText(`Lesson 10 s${length}`);
  await expectAccessibleNow(page);

  await page.getByRole("button", { name: "Withdraw from contract here" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Confirm your withdrawal" });
  await expect(dialog).toContainText("You’ll lose your seat, your access and your certificate");
  await expect(dialog).toContainText(buyer.email);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep my seat" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Withdraw from contract here" }).click();
  await dialog.getByRole("button", { name: "Confirm withdrawal here" }).click();
  await expect(page.getByRole("heading", { name: "You’ve withdrawn" })).toBeFocused();
  await expect(page.getByText("The $49.00 you paid has been returned.")).toBeVisible();

  await page.getByRole("link", { name: "Payment History" }).first().click();
  await expect(page.getByRole("row").filter({ hasText: buyer.className })).toContainText("Refunded on");
  await page.goto("/dashboard/enrolled-classes");
  await expect(page.getByText("You have not selected any classes yet.")).toBeVisible();
  await expect
    .poll(async () => (await page.request.get(`/sandbox/mailbox.json?to=${buyer.email}`)).text())
    .toContain(`You withdrew from ${buyer.className}`);
});

test("after a partial refund the page offers the rest, not everything", async ({ page, site }) => {
  const buyer = await buyClass(page, site, 1);
  await page.route(/\/api\/payments\/.+\/refund$/, async (route) => {
    const response = await route.fetch();
    const payment = (await response.json()) as object;
    const partial = { refundedAmount: 9, kept: 40, refundStatus: "partial" };
    await route.fulfill({ response, json: { ...payment, ...partial } });
  });
  await openWithdrawal(page, buyer);
  await expect(page.getByText("You can get the remaining $40.00 back, no reason needed")).toBeVisible();
  await expect(page.getByText("what’s left of the $49.00 you paid, on your card: $40.00.")).toBeVisible();
});

test("withdraw by keyboard alone", async ({ page, site }) => {
  const buyer = await buyClass(page, site, 1);
  await page.goto("/dashboard/payment-history");
  const press = async (name: string | RegExp, role: "link" | "button" = "button"): Promise<void> => {
    const control = page.getByRole(role, { name });
    await expect(control).toBeVisible();
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(control).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await press(`Withdraw from this class ${buyer.className}`, "link");
  await press("Withdraw from contract here");
  await expect(page.getByRole("alertdialog", { name: "Confirm your withdrawal" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Withdraw from contract here" })).toBeFocused();
  await page.keyboard.press("Enter");
  await press("Confirm withdrawal here");
  await expect(page.getByRole("heading", { name: "You’ve withdrawn" })).toBeFocused();
});

test("outside the policy: ask, and the school declines with a reason", async ({
  page,
  browser,
  site,
  watch,
}) => {
  const buyer = await buyClass(page, site);
  await read(page, buyer, 2);
  await openWithdrawal(page, buyer);
  await expect(line(page, "20% of the class opened")).toContainText("Not met:");
  await expect(page.getByRole("button", { name: "Withdraw from contract here" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Your legal rights" })).toBeVisible();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Write why you’d like a refund")).toBeVisible();
  await page.getByLabel("Why would you like a refund?").fill("I was ill all week.");
  await page.getByRole("link", { name: "Payment History" }).first().click();
  await page.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("heading", { name: "Your request" })).toBeVisible();

  const office = await browser.newContext({ baseURL: site.origin });
  await watch.follow(office);
  const admin = await office.newPage();
  await enter(admin, { name: "Robin Vale", email: "admin@senga.example", password: demoPassword });
  await admin.goto("/dashboard/payments");
  const request = admin.getByRole("listitem").filter({ hasText: buyer.className }).first();
  await expect(request).toContainText("20% of the class opened; refunds need less than 20%.");
  await expect(request).toContainText("I was ill all week.");
  await expectAccessibleAsOpened(admin, "a request", extremes, ".payment-notice");
  await admin.setViewportSize(desktop);
  await admin.getByRole("button", { name: `Decline ${buyer.name} for ${buyer.className}` }).click();
  const decline = admin.getByRole("alertdialog", { name: "Decline this request?" });
  await decline.getByLabel("Your answer").fill("You’ve read it all, I’m afraid.");
  await decline.getByRole("button", { name: "Decline the request" }).click();
  await expect(admin.getByRole("alertdialog", { name: "Request Declined" })).toBeVisible();
  await admin.getByRole("button", { name: "OK", exact: true }).click();
  await expect(request).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("You’ve read it all, I’m afraid.")).toBeVisible();
});

test("a receipt opens from the history, downloads as a PDF, and shows the refund", async ({ page, site }) => {
  const buyer = await buyClass(page, site, 1);
  await page.goto("/dashboard/payment-history");
  await page.getByRole("link", { name: `Receipt for ${buyer.className}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  const receipt = page.getByRole("article");
  await expect(receipt).toContainText(`${buyer.name}, ${buyer.email}`);
  await expect(receipt).toContainText("Visa ending in 4242");
  const reminder = page.getByRole("complementary", { name: "Confirm your email" });
  await expect(reminder).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(reminder).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as PDF" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^receipt-[\p{L}\p{N}-]+-\d{4}-\d\d-\d\d\.pdf$/u);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");

  await openWithdrawal(page, buyer);
  await page.getByRole("button", { name: "Withdraw from contract here" }).click();
  await page.getByRole("button", { name: "Confirm withdrawal here" }).click();
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(receipt).toContainText(/Refunded on .*-\$49\.00/);
  await expect(receipt).toContainText(/Kept\s*\$0\.00/);
});

test("outside the policy: ask, and the school refunds", async ({ page, browser, site, watch }) => {
  const buyer = await buyClass(page, site);
  await read(page, buyer, 3);
  await openWithdrawal(page, buyer);
  await page.getByLabel("Why would you like a refund?").fill("It isn’t what the page says.");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("heading", { name: "Your request" })).toBeVisible();

  const office = await browser.newContext({ baseURL: site.origin });
  await watch.follow(office);
  const admin = await office.newPage();
  await enter(admin, { name: "Robin Vale", email: "admin@senga.example", password: demoPassword });
  await admin.goto("/dashboard/payments");
  await admin.getByRole("button", { name: `Refund $49.00 ${buyer.name} for ${buyer.className}` }).click();
  const dialog = admin.getByRole("alertdialog", { name: "Refund $49.00?" });
  await dialog.getByLabel("Reason").fill("The page promised more.");
  await dialog.getByRole("button", { name: "Yes, Refund $49.00" }).click();
  await expect(admin.getByRole("alertdialog", { name: "Payment Refunded" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("The $49.00 you paid has been returned.")).toBeVisible();
});
