import {
  cutTexts,
  expectAccessible,
  expectAccessibleAsOpened,
  setTextSize,
  sidewaysPixels,
  sizes,
  unreachable,
} from "./support/access.ts";
import { enter, expect, expectToast, takeSeat, test } from "./support/journey.ts";
import { newAdmin, newClass, newLessons, newStudent } from "./support/school.ts";

test("a student finishes a class, and strangers check the certificate", async ({
  page,
  browser,
  request,
  site,
  watch,
}) => {
  const { id, name } = await newClass(site, 5);
  await newLessons(site, id, { title: "First lines" }, [{ title: "Hold the pencil" }, { title: "Ink" }]);
  await takeSeat(page, await newStudent(site), id);
  const mine = `/dashboard/enrolled-classes/${id}`;
  const panel = page.getByRole("region", { name: "Your certificate" });
  await page.goto(mine);
  await expect(panel.getByText("0 of 2 lessons done")).toBeVisible();

  // Before it is issued: the name, in letters that no font has.
  await panel.getByText("Name on your certificate").click();
  await panel.getByLabel("Name", { exact: true }).fill("نور");
  await panel.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Your certificate’s name is saved");

  for (const title of ["Hold the pencil", "Ink"]) {
    await page.goto(mine);
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const done = page.getByLabel("Mark as done");
    await done.scrollIntoViewIfNeeded();
    await expect(done, "reading to the end ticks a text").toBeChecked();
  }
  await page.goto(mine);
  await panel.getByRole("link", { name: "See your certificate" }).click();
  await expect(page).toHaveURL(/\/certificates\/[0-9A-Z]{12}$/);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const path = new URL(page.url()).pathname;
  await expect(page.getByText("نور finished this class")).toBeVisible();
  await expect(page.getByRole("heading", { name: "This certificate is genuine" })).toBeVisible();
  await expect(
    page.getByText("This is a test site: other software can’t verify this certificate yet."),
  ).toBeVisible();

  // A stranger, without a script.
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const quiet = await plain.newPage();
  await quiet.goto(path);
  await expect(quiet.getByText("نور finished this class")).toBeVisible();
  await expect(quiet.getByRole("heading", { name: "This certificate is genuine" })).toBeVisible();
  const named = await quiet
    .locator("main :is([href], [src])")
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute("href") ?? element.getAttribute("src") ?? ""),
    );
  expect(named).toContain(`${path}/certificate.svg`);
  for (const url of named) expect((await request.get(url)).status(), url).toBe(200);
  await plain.close();
  for (const [label, file] of [
    ["PDF", ".pdf"],
    ["Picture", ".svg"],
    ["Badge", ".jwt"],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: label }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`senga-${path.split("/").at(-1)}${file}`);
  }
  watch.expectFailure(404, /^\/certificates\//);
  await page.goto("/certificates/000000000000");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("404");

  await expectAccessible(page, path);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysPixels(page), "sideways at 320 px").toBe(0);
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    const widths = await page
      .locator(".certificate-facts > *")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
    expect(Math.min(...widths), `the picture and the panels at ${width} px`).toBeGreaterThan(width * 0.8);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await unreachable(page)).toEqual([]);
  await setTextSize(page, 32);
  expect(await sidewaysPixels(page), "sideways at 200 % text").toBe(0);
  expect(await cutTexts(page), "texts that are cut").toEqual([]);

  // An admin takes it back: the page says so at once.
  const visit = await browser.newContext({ baseURL: site.origin });
  await watch.follow(visit);
  const office = await visit.newPage();
  await enter(office, await newAdmin(site));
  await office.goto(`/dashboard/certificates?q=${path.split("/").at(-1)}`);
  await office.getByRole("button", { name: /^Revoke/ }).click();
  await office.getByLabel("Reason").fill("The drawings were traced.");
  await office.getByRole("button", { name: "Yes, Revoke It!" }).click();
  await expect(office.getByRole("alertdialog", { name: "Certificate Revoked" })).toBeVisible();
  await office.keyboard.press("Escape");
  await expectAccessibleAsOpened(office, "a revoked one in the admin's list", sizes, "table");
  await office.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysPixels(office), "the admin's list sideways at 320 px").toBe(0);
  await visit.close();
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This certificate was revoked" })).toBeVisible();
  await expect(page.getByRole("link", { name: "PDF" })).toHaveCount(0);
  await expectAccessibleAsOpened(page, "a revoked certificate");
});
