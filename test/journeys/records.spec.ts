import type { Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { cutTexts, open, openWithin, sidewaysPixels } from "./support/access.ts";
import { enter, expect, mailedLink, test } from "./support/journey.ts";
import { newStudent } from "./support/school.ts";

const noor = { name: "Noor Haddad", email: "student@senga.example", password: demoPassword };
const iris = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };

/** Pictures that are lost, tiny or stretched, and panels that lie upon each other. */
const pictureFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const images = [...document.querySelectorAll<HTMLImageElement>("#page img")].filter((image) =>
      image.checkVisibility(),
    );
    for (const image of images) image.loading = "eager";
    await Promise.allSettled(images.map((image) => image.decode()));
    const faults: string[] = [];
    for (const image of images) {
      const { width, height } = image.getBoundingClientRect();
      const name = image.getAttribute("src") ?? "";
      if (image.naturalWidth === 0) faults.push(`lost: ${name}`);
      else if (Math.min(width, height) < 24) faults.push(`${width} × ${height}: ${name}`);
      else if (getComputedStyle(image).objectFit === "fill") {
        const stretch = width / height / (image.naturalWidth / image.naturalHeight);
        if (Math.abs(stretch - 1) > 0.05) faults.push(`stretched: ${name}`);
      }
    }
    const panels = [...document.querySelectorAll<HTMLElement>("#page .panel")].filter((panel) =>
      panel.checkVisibility(),
    );
    for (const [index, panel] of panels.entries()) {
      const one = panel.getBoundingClientRect();
      for (const other of panels.slice(index + 1)) {
        if (panel.contains(other)) continue;
        const two = other.getBoundingClientRect();
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (across > 4 && down > 4) faults.push(`overlap: ${panel.className} and ${other.className}`);
      }
    }
    return faults;
  });

async function expectWhole(page: Page, what: string): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const where = `${what} at ${width} px`;
    expect(await sidewaysPixels(page), `${where}, sideways`).toBe(0);
    expect(await cutTexts(page), `${where}, cut`).toEqual([]);
    expect(await pictureFaults(page), where).toEqual([]);
  }
}

test("what a student has to show is whole on phones, tablets and desks", async ({ page }) => {
  await enter(page, noor);
  await open(page, "/dashboard");
  await expectWhole(page, "the desk");

  await test.step("a finished class and its certificate", async () => {
    await openWithin(page, "/dashboard/enrolled-classes");
    const finished = page.getByRole("listitem").filter({ hasText: "all done" });
    await finished.getByRole("heading").getByRole("link").first().click();
    const certificate = page.getByRole("link", { name: "See your certificate" });
    await expect(certificate).toBeVisible();
    await expectWhole(page, "a finished class");
    await certificate.click();
    await expect(page.getByRole("heading", { name: "This certificate is genuine" })).toBeVisible();
    await expectWhole(page, "a certificate");
  });

  await test.step("a critique with pins", async () => {
    await openWithin(page, "/dashboard/enrolled-classes");
    await page.getByRole("link", { name: "Hair Built from Ribbons", exact: true }).click();
    await page.getByRole("link", { name: "Eighteen ribbons" }).first().click();
    await expect(page.getByText(/^Mio Tanabe accepted your drawing/)).toBeVisible();
    await expect(page.locator(".drawings img").first()).toBeVisible();
    await expectWhole(page, "a critique");
  });

  await test.step("a receipt", async () => {
    await openWithin(page, "/dashboard/payment-history");
    const receipt = page.locator('a[href^="/dashboard/receipts/"]').first();
    await openWithin(page, (await receipt.getAttribute("href"))!);
    await expectWhole(page, "a receipt");
  });
});

test("the desk of an instructor and a drawing on it are whole on phones, tablets and desks", async ({
  page,
}) => {
  await enter(page, iris);
  await open(page, "/dashboard");
  await expectWhole(page, "the instructor's desk");
  await openWithin(page, "/dashboard/instructor/critiques");
  await expectWhole(page, "the queue");
  await page.locator("#page li button, #page li a").first().click();
  await expect(page.getByRole("button", { name: /^Send to / })).toBeVisible();
  await expectWhole(page, "a drawing to critique");
});

test("the page of a guardian is whole on phones, tablets and desks", async ({ page, site }) => {
  const guardianEmail = `parent-of-records-${process.pid}@example.org`;
  await newStudent(site, undefined, { born: `${new Date().getUTCFullYear() - 15}-01`, guardianEmail });
  await page.goto(await mailedLink(site, guardianEmail, "/guardian"));
  await expect(page.getByRole("button", { name: /agree/i }).first()).toBeVisible();
  await expectWhole(page, "a guardian's page");
});
