import type { Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { open, sidewaysPixels } from "./support/access.ts";
import { close, dialog } from "./support/dialogs.ts";
import { enter, expect, takeSeat, test } from "./support/journey.ts";
import { newClass, newStudent } from "./support/school.ts";

const admin = { name: "Robin Vale", email: "admin@senga.example", password: demoPassword };
const student = { name: "Noor Haddad", email: "student@senga.example", password: demoPassword };

/** Clipped, overflowing or mid-word broken text. */
const flaws = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const frames = [...document.querySelectorAll<HTMLElement>(".table-frame")];
    if (frames.length === 0) found.push("no table on the page");
    for (const frame of frames) {
      if (frame.scrollWidth > frame.clientWidth)
        found.push(`wider than its frame by ${frame.scrollWidth - frame.clientWidth}`);
      const end = frame.getBoundingClientRect().right;
      if (end > innerWidth) found.push("the frame is cut");
      for (const cell of frame.querySelectorAll<HTMLElement>("td, .table-cell")) {
        if (cell.checkVisibility() && cell.clientWidth > 1 && cell.scrollWidth > cell.clientWidth + 1)
          found.push(`overflows: ${cell.innerText}`);
      }
      for (const control of frame.querySelectorAll<HTMLElement>("button, a")) {
        if (control.getBoundingClientRect().right > end) found.push(`off the frame: ${control.innerText}`);
      }
      for (const cell of frame.querySelectorAll(".is-title .table-cell")) {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const text = texts.currentNode as Text;
          if (text.parentElement?.closest("a, details")) continue;
          for (const word of text.data.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
              found.push(`broken by letter: ${word[0]}`);
          }
        }
      }
    }
    return found;
  });

async function expectWholeTable(page: Page): Promise<void> {
  for (const width of [390, 861, 1024, 1180, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysPixels(page), `sideways at ${width}`).toBe(0);
    expect(await flaws(page), `at ${width}`).toEqual([]);
  }
}

for (const { who, path } of [
  { who: admin, path: "/dashboard/manage-users" },
  { who: student, path: "/dashboard/payment-history" },
]) {
  test(`${path}: whole names and actions on the screen at every width`, async ({ page }) => {
    await enter(page, who);
    await open(page, path);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expectWholeTable(page);
  });
}

test("on a phone a person takes two lines, and a press of “…” opens the rest", async ({ page, site }) => {
  const { name, email } = await newStudent(site);
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, admin);
  await open(page, `/dashboard/manage-users?q=${encodeURIComponent(email)}`);
  const row = page.getByRole("row").filter({ hasText: email });
  const change = row.getByRole("button", { name: `Make Instructor ${name}` });
  await expect(row).toContainText("Student");
  await expect(change).toBeHidden();
  const more = row.getByRole("button", { name: `Details of ${name}` });
  await more.press("Enter");
  await expect(change).toBeVisible();
  await expect(more).toHaveAttribute("aria-expanded", "true");
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await flaws(page)).toEqual([]);
  await more.click();
  await expect(change).toBeHidden();
});

test("/dashboard/payments: the same, where a long address and a refund break instead of pushing the last column off", async ({
  page,
  browser,
  site,
}) => {
  const { id, name } = await newClass(site, 5);
  const buyer = await newStudent(site, `${"a".repeat(50)}-${Date.now()}@example.org`);
  await takeSeat(page, buyer, id);
  const context = await browser.newContext({ baseURL: site.origin });
  const office = await context.newPage();
  await enter(office, admin);
  await open(office, "/dashboard/payments");
  await office.getByRole("button", { name: `Refund ${buyer.name} for ${name}` }).click();
  await dialog(office).getByLabel("Reason").fill("Bought by mistake");
  await dialog(office)
    .getByRole("button", { name: /^Yes, Refund/ })
    .click();
  await close(office);
  const row = office.getByRole("row").filter({ hasText: name });
  await expect(row.getByText("Refunded on")).toBeVisible();
  await expectWholeTable(office);
});

test("the figures over time stand in three columns on a phone, too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, admin);
  await page.goto("/dashboard/admin-panel");
  await page.getByText("Show the figures as a table").click();
  await expect(page.getByRole("columnheader", { name: "Revenue" })).toBeVisible();
  expect(await flaws(page)).toEqual([]);
});

test("a transaction ID is copied whole by a press, and said to be", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page, student);
  await page.clock.install();
  await page.goto("/dashboard/payment-history");
  const copy = page.getByRole("button", { name: /^Copy transaction ID pi_/ }).first();
  await expect(copy).toBeVisible();
  // "Copied" fades, so time stands still until it has been seen.
  await page.clock.pauseAt(Date.now() + 60_000);
  await copy.click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  await expect(copy).toContainText("Copied");
  await page.clock.runFor(3000);
  await expect(copy).not.toContainText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^pi_\w{10,}$/);
  await expect(copy).toHaveAccessibleName(`Copy transaction ID ${copied}`);
});
