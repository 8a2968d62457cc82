import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { copyDemoSchool } from "../support/demo-template.ts";
import { demoPassword } from "../../db/demo-school/people.ts";
import { enter, expect, followLink, test, untilRouted } from "./support/journey.ts";
import { asDemo, newPendingClass } from "./support/school.ts";
import { type Site, startSite } from "./support/site.ts";

const unknown = "01900000-0000-7000-8000-000000000000";

/** A light page, in the same document. */
async function leaveForDisclaimer(page: Page): Promise<void> {
  await followLink(page, "/disclaimer");
  await expect(page.getByRole("heading", { level: 1, name: "Disclaimer" })).toBeVisible();
}

async function expectCat(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ERROR\s*404/);
  await expect(page).toHaveTitle("404 Not Found");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("link", { name: "BACK TO HOME" })).toHaveAttribute("href", "/");
  await expect(page.getByText("Application Error")).toHaveCount(0);
}

/** After the promotion, the instructor neither teaches nor appears in lists. */
async function formerInstructor(site: Site): Promise<string> {
  const [found] = (await asDemo(
    site,
    "admin@senga.example",
    "GET",
    "/admin/manage/users?q=juno@senga.example",
  )) as {
    _id: string;
  }[];
  return found?._id ?? "";
}

test("a class or an instructor that is not there is the cat's page with status 404, by address and by link", async ({
  page,
  site,
  watch,
}) => {
  const missing = /^\/(classes|instructors|nowhere)/;
  watch.expectFailure(404, missing);
  const { id: withdrawn } = await newPendingClass(site);
  await asDemo(site, "admin@senga.example", "PATCH", `/admin/deny/class/${withdrawn}`);
  const paths = [
    "/nowhere",
    "/nowhere/at/all",
    `/classes/${unknown}`,
    "/classes/xyz",
    "/classes/%00",
    `/classes/${withdrawn}`,
    `/instructors/${unknown}`,
    "/instructors/xyz",
    "/instructors/%00",
  ];
  for (const path of paths)
    await test.step(path, async () => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expectCat(page);
    });
  for (const path of paths)
    await test.step(`a link to ${path}`, async () => {
      await leaveForDisclaimer(page);
      await followLink(page, path);
      await expectCat(page);
    });
  await page.getByRole("link", { name: "BACK TO HOME" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("From first line");
});

test("an instructor who teaches no more is the cat's page for who follows a link that was open meanwhile", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(404, /^\/instructors/);
  await page.goto("/instructors");
  const link = page.getByRole("main").getByRole("link", { name: "Juno Park" });
  await expect(link).toBeVisible();
  await asDemo(site, "admin@senga.example", "PATCH", `/users/admin/${await formerInstructor(site)}`);
  await link.click();
  await expectCat(page);
});

test("an address that asks a list for nonsense shows the list", async ({ page, site }) => {
  const [instructor] = (await asDemo(site, "student@senga.example", "GET", "/instructors?limit=1")) as [
    { _id: string; name: string },
  ];
  const paths = [
    "/classes?cursor=bad",
    "/classes?q=%00",
    `/classes?q=${"x".repeat(300)}`,
    "/classes?level=zzz&price=a-b&seats=many&sort=upwards",
    "/classes?cursor=bad&q=eyes",
    "/instructors?cursor=bad",
    "/instructors?cursor=%00",
    `/instructors/${instructor._id}?cursor=bad`,
  ];
  const titleOf = (path: string): string => {
    if (path.startsWith("/instructors/")) return instructor.name;
    return path.startsWith("/classes") ? "Classes" : "Instructors";
  };
  const headingOf = (path: string) => page.getByRole("heading", { level: 1, name: titleOf(path) });
  for (const path of paths)
    await test.step(path, async () => {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(headingOf(path)).toBeVisible();
    });
  for (const path of paths)
    await test.step(`a link to ${path}`, async () => {
      await leaveForDisclaimer(page);
      await followLink(page, path);
      await expect(headingOf(path)).toBeVisible();
    });
});

test("a dashboard address that names no class says so, and leads back", async ({ page, watch }) => {
  watch.expectFailure(400, /^\/api\/(enrolled|selected|learning)\//);
  watch.expectFailure(404, /^\/api\/(enrolled|selected|learning)\//);
  await enter(page, { name: "Noor Haddad", email: "student@senga.example", password: demoPassword });
  for (const [path, back] of [
    ["/dashboard/enrolled-classes", "Enrolled Classes"],
    ["/dashboard/payment", "Selected Classes"],
  ] as const) {
    for (const id of ["foo", unknown]) {
      await test.step(`${path}/${id}`, async () => {
        await page.goto(`${path}/${id}`);
        await expect(page.getByText("We couldn’t find this class.")).toBeVisible();
        await expect(page.getByRole("main").getByRole("link", { name: back }).last()).toBeVisible();
        await followLink(page, "/dashboard/payment-history");
        await expect(page.getByRole("heading", { level: 1, name: "Payment History" })).toBeVisible();
        await followLink(page, `${path}/${id}`);
        await expect(page.getByText("We couldn’t find this class.")).toBeVisible();
      });
    }
  }
});

test("a page that breaks keeps the bar, says whose fault it is, and offers ways out", async ({
  page,
  context,
  watch,
}) => {
  watch.expectFailure(500, /^\/classes\.data/);
  watch.expectFailure(0, /./);
  // The browser keeps the scripts, so only the data is missing later.
  await page.goto("/classes");
  await page.goto("/");
  await page.route("**/classes.data*", (route) => route.fulfill({ status: 500, body: "no such answer" }));
  await followLink(page, "/classes");
  await expect(page.getByRole("heading", { level: 1, name: "This page got torn." })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(page.getByText(/Error:|at .*\.js/)).toHaveCount(0);
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("From first line");

  await page.unroute("**/classes.data*");
  await untilRouted(page);
  await context.setOffline(true);
  await followLink(page, "/classes");
  await expect(page.getByRole("heading", { level: 1, name: "Can’t reach Senga." })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
});

test("a tab that was opened before an upgrade gets its scripts until the next", async () => {
  const folder = mkdtempSync(join(tmpdir(), "senga-journey-"));
  await copyDemoSchool(folder);
  const assets = join(folder, "assets", "manifest-0ld.js");
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(assets, "manifest-0ld.js"), "");
  writeFileSync(join(assets, "page-0ld.js"), "export const isOld = true;");
  try {
    const site = await startSite({ DATA_DIR: folder });
    const answer = await fetch(`${site.origin}/assets/page-0ld.js`);
    expect(await answer.text()).toBe("export const isOld = true;");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    const page = await (await fetch(site.origin)).text();
    const [own = ""] = /\/assets\/entry[\w.-]+\.js/.exec(page) ?? [];
    expect((await fetch(site.origin + own)).status).toBe(200);
    expect((await fetch(`${site.origin}/assets/page-none.js`)).status).toBe(404);
    await site.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a part whose script is lost leaves the page as it is, and comes when it is asked for again", async ({
  page,
  site,
  watch,
}) => {
  const script = /\/assets\/decision-dialog-/;
  watch.expectFailure(0, script);
  const { name } = await newPendingClass(site);
  await enter(page, { name: "Admin", email: "admin@senga.example", password: demoPassword });
  await page.goto(`/dashboard/manage-classes?${new URLSearchParams({ q: name })}`);
  await page.route(script, (route) => route.abort());
  await page.getByRole("button", { name: `Deny ${name}` }).click();
  const alert = page.getByRole("alert").filter({ hasText: "A part of this page didn’t load." });
  await expect(alert).toBeInViewport();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert.getByRole("button", { name: "Reload the page" })).toBeInViewport();
  await expect(page.getByRole("button", { name: `Approve ${name}` })).toBeVisible();
  await alert.getByRole("button", { name: "Reload the page" }).click();
  await page.getByRole("button", { name: `Deny ${name}` }).click();
  await expect(alert).toBeVisible();
  await page.unroute(script);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Are you sure?");
  await expect(alert).toHaveCount(0);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: `Deny ${name}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Are you sure?");
});

test("a page whose script is lost says so at its own address, in the same document", async ({
  page,
  watch,
}) => {
  const script = /\/assets\/payment-history-page-/;
  watch.expectFailure(0, script);
  watch.expectWords("Error loading route module");
  watch.expectWords("React Router caught the following error during render");
  watch.expectWords("TypeError");
  await enter(page, { name: "Student", email: "student@senga.example", password: demoPassword });
  await page.goto("/dashboard/account");
  const document = await page.evaluateHandle(() => globalThis.document);
  await page.route(script, (route) => route.abort());
  await page.getByRole("link", { name: "Payment History" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Can’t reach Senga." })).toBeVisible();
  await expect(page).toHaveURL("/dashboard/payment-history");
  expect(await document.evaluate((before) => before === globalThis.document)).toBe(true);
  await page.unroute(script);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payment History" })).toBeVisible();
});

test("a lesson whose picture is lost has the sign of its kind instead", async ({ page, watch }) => {
  watch.expectFailure(404, /\/thumbnail\.webp/);
  await page.route(/\/thumbnail\.webp/, (route) => route.fulfill({ status: 404 }));
  await enter(page, { name: "Student", email: "student@senga.example", password: demoPassword });
  await page.goto("/dashboard/enrolled-classes");
  const lost = page.waitForResponse(/\/thumbnail\.webp/);
  await page.getByRole("link", { name: "Hair Built from Ribbons", exact: true }).click();
  await lost;
  const lesson = page.getByRole("listitem").filter({ hasText: "A head of hair in fifteen seconds" }).last();
  await expect(lesson.getByText("Video:")).toBeVisible();
  await expect(lesson.getByRole("img")).toHaveCount(0);
});

test("a session whose script is lost comes once the line is back", async ({ page, watch }) => {
  const script = /\/assets\/session-(?!parts)/;
  watch.expectFailure(0, script);
  await enter(page, { name: "Student", email: "student@senga.example", password: demoPassword });
  const lost = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await route.abort();
    lost.resolve();
  });
  await page.goto("/classes");
  await lost.promise;
  await page.unroute(script);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByRole("link", { name: "Notifications" })).toBeVisible();
});
