import { demoPassword } from "../../db/demo-school/people.ts";
import {
  cutTexts,
  expectAccessible,
  expectAccessibleAsItIs,
  open,
  sidewaysPixels,
  unreachable,
} from "./support/access.ts";
import { enter, expect, logIn, selectClass, test } from "./support/journey.ts";
import {
  asDemo,
  newClass,
  newCurriculum,
  newLessons,
  newPendingClass,
  newStudent,
} from "./support/school.ts";
import type { Site } from "./support/site.ts";

const pages = [
  "/",
  "/classes",
  "/classes?q=zzzz",
  "/classes/first",
  "/classes/preview",
  "/instructors",
  "/instructors/first",
  "/login",
  "/signup",
  "/signup/age",
  "/signup/too-young",
  "/guardian?token=x",
  "/guardian/link",
  "/change-email?token=x",
  "/forgot-password",
  "/reset-password?token=x",
  "/confirm-email?result=expired",
  "/teach",
  "/newsletter",
  "/newsletter/confirm?token=x",
  "/newsletter/unsubscribe?token=x",
  "/notifications/unsubscribe?token=x",
  "/about-us",
  "/contact-us",
  "/terms-and-conditions",
  "/privacy-policy",
  "/disclaimer",
  "/refund-policy",
  "/api/docs",
  "/nowhere",
] as const;

async function resolve(path: string, site: Site): Promise<string> {
  if (path === "/classes/preview") return makePreview(site);
  if (!path.endsWith("/first")) return path;
  const { origin } = site;
  const list = path.startsWith("/classes") ? "approvedClasses" : "instructors";
  const [first] = (await (await fetch(`${origin}/api/${list}?limit=1`)).json()) as { _id: string }[];
  return path.replace("first", first?._id ?? "");
}

async function makePreview(site: Site): Promise<string> {
  const { id } = await newClass(site, 5);
  const lesson = { title: "Hold the pencil", isPreview: true };
  const [preview] = await newLessons(site, id, { title: "First lines" }, [lesson]);
  return `/classes/${id}/lessons/${preview}`;
}

for (const named of pages) {
  test.describe(named, () => {
    test.beforeEach(({ watch }) => {
      if (named === "/nowhere") watch.expectFailure(404, /^\/nowhere/);
      if (named.startsWith("/notifications/")) watch.expectFailure(404, /^\/notifications/);
    });

    test("axe finds nothing, in both themes, at both sizes", async ({ page, site }) => {
      const path = await resolve(named, site);
      await expectAccessible(page, path);
    });

    test("every control is reached with Tab, and shows that it has the focus", async ({ page, site }) => {
      await open(page, await resolve(named, site));
      expect(await unreachable(page)).toEqual([]);
    });

    test("fits a narrow screen, and text of twice the size", async ({ page, site }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await open(page, await resolve(named, site));
      expect(await sidewaysPixels(page), "sideways at 320 px").toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      expect(await sidewaysPixels(page), "sideways at 200 % text").toBe(0);
      expect(await cutTexts(page), "texts that are cut").toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await sidewaysPixels(page), "sideways at 200 % text on a phone").toBe(0);
    });

    test("says the same without a script", async ({ page, browser, site }) => {
      const path = await resolve(named, site);
      await open(page, path);
      const headings = await page.getByRole("heading").allInnerTexts();
      const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
      const quiet = await plain.newPage();
      await quiet.goto(path);
      expect(await quiet.getByRole("heading").allInnerTexts()).toEqual(headings);
      await expect(quiet.getByRole("progressbar")).toHaveCount(0);
      await plain.close();
    });
  });
}

test("the student's pages: axe finds nothing, in both themes, at both sizes", async ({ page, site }) => {
  test.setTimeout(120_000);
  const { name } = await newClass(site, 5);
  await logIn(page, await newStudent(site));
  await selectClass(page, name);
  for (const path of [
    "/dashboard/selected-classes",
    "/dashboard/enrolled-classes",
    "/dashboard/payment-history",
    "/dashboard/notifications",
  ])
    await expectAccessible(page, path);
  await open(page, "/dashboard/selected-classes");
  await page.getByRole("link", { name: /^PAY NOW/ }).click();
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
  await expectAccessible(page, new URL(page.url()).pathname);
});

test("the page of a lesson: axe finds nothing", async ({ page }) => {
  test.setTimeout(120_000);
  await enter(page, { name: "Noor Haddad", email: "student@senga.example", password: demoPassword });
  await open(page, "/dashboard/enrolled-classes");
  await page
    .getByRole("link", { name: /^(Start|Continue|See the class)/ })
    .first()
    .click();
  await expect(page).toHaveURL(/enrolled-classes\/./);
  await expectAccessible(page, new URL(page.url()).pathname);
});

test("the pages of lessons for instructors: axe finds nothing", async ({ page, site }) => {
  test.setTimeout(240_000);
  const { id, lessons } = await newCurriculum(site);
  const curriculum = `/dashboard/instructor/curriculum/${id}`;
  await enter(page, { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword });
  for (const path of [curriculum, ...lessons.map((lesson) => `${curriculum}?lesson=${lesson}`)]) {
    await expectAccessible(page, path);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysPixels(page), `${path} sideways at 320 px`).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await unreachable(page)).toEqual([]);
  }
});

const demoStudent = "student@senga.example";
/** Teaches the class in which demo students have handed in drawings. */
const demoTeacher = "mio@senga.example";

async function studentPages(site: Site): Promise<string[]> {
  const ask = <Rows>(path: string) => asDemo(site, demoStudent, "GET", path) as Promise<Rows>;
  const taken = await ask<{ classId: string; className: string }[]>(`/enrolled/classes/${demoStudent}`);
  const { classId } = taken.find(({ className }) => className === "Hair Built from Ribbons")!;
  const [payment] = await ask<{ _id: string }[]>(`/payments/${demoStudent}`);
  const [drawing] = await ask<{ _id: string }[]>(`/class/${classId}/gallery`);
  return [
    "selected-classes",
    "enrolled-classes",
    `enrolled-classes/${classId}`,
    `gallery/${classId}`,
    `gallery/${classId}/drawings/${drawing!._id}`,
    "payment-history",
    `payment-history/${payment!._id}/withdraw`,
    `receipts/${payment!._id}`,
    "notifications",
    "notifications/choices",
    "account",
  ];
}

async function instructorPages(site: Site): Promise<string[]> {
  const waiting = await asDemo(site, demoTeacher, "GET", `/instructor/critiques/${demoTeacher}`);
  const [drawing] = waiting as { _id: string }[];
  const [{ _id: id } = { _id: "" }] = (await asDemo(
    site,
    demoTeacher,
    "GET",
    `/classes/instructor/${demoTeacher}`,
  )) as { _id: string }[];
  return [
    "instructor/my-classes",
    `/update/class/${id}`,
    "instructor/critiques",
    `instructor/critiques?drawing=${drawing!._id}`,
    "add-class",
    "instructor/profile",
    "notifications",
    "notifications/choices",
    "account",
  ];
}

async function adminPages(site: Site): Promise<string[]> {
  // Lessons that changed.
  await newCurriculum(site);
  const { id } = await newPendingClass(site);
  return [
    "admin-panel",
    "manage-classes",
    "manage-users",
    "applications",
    "payments",
    "reports",
    "certificates",
    "messages",
    "newsletter",
    "audit-log",
    "admin/lesson-changes",
    "admin/videos",
    "notifications",
    "notifications/choices",
    "account",
    `/feedback/${id}`,
  ];
}

for (const { who, email, listPages } of [
  { who: "student", email: demoStudent, listPages: studentPages },
  { who: "instructor", email: demoTeacher, listPages: instructorPages },
  { who: "admin", email: "admin@senga.example", listPages: adminPages },
]) {
  test(`the ${who}'s pages: axe, keyboard, 320 px, and text of twice the size`, async ({ page, site }) => {
    test.setTimeout(600_000);
    await enter(page, { name: who, email, password: demoPassword });
    for (const path of await listPages(site)) {
      await test.step(path, async () => {
        const address = path.startsWith("/") ? path : `/dashboard/${path}`;
        await open(page, address);
        await expectAccessibleAsItIs(page, path);
        await page.setViewportSize({ width: 1440, height: 900 });
        await open(page, address);
        expect(await unreachable(page), path).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
        expect(await sidewaysPixels(page), `${path} sideways at 200 % text`).toBe(0);
      });
    }
  });
}

test("pages scroll smoothly to the top on a change of page, and at once where less motion is asked for", async ({
  page,
}) => {
  const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  expect(await behavior()).toBe("smooth");
  await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));
  await page.getByRole("link", { name: "Start Teaching Today" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await behavior()).toBe("auto");
});
