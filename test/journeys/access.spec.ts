import { demoPassword } from "../../db/demo-school/people.ts";
import { cutTexts, expectAccessible, open, sidewaysPixels, unreachable } from "./access.ts";
import { expect, logIn, selectClass, test } from "./journey.ts";
import { newClass, newCurriculum, newLessons, newStudent } from "./school.ts";
import type { Site } from "./site.ts";

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
  "/forgot-password",
  "/reset-password?token=x",
  "/confirm-email?result=expired",
  "/teach",
  "/newsletter",
  "/newsletter/confirm?token=x",
  "/newsletter/unsubscribe?token=x",
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
    });

    test("axe finds nothing, in both themes, at both sizes", async ({ page, site }) => {
      const path = await resolve(named, site);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expectAccessible(page, path);
    });

    test("every control is reached with Tab, and shows that it has the focus", async ({ page, site }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(page, await resolve(named, site));
      expect(await unreachable(page)).toEqual([]);
    });

    test("fits a narrow screen, and text of twice the size", async ({ page, site }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
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
      await page.emulateMedia({ reducedMotion: "reduce" });
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
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { name } = await newClass(site, 5);
  await logIn(page, await newStudent(site));
  await selectClass(page, name);
  for (const path of [
    "/dashboard/selected-classes",
    "/dashboard/enrolled-classes",
    "/dashboard/payment-history",
  ])
    await expectAccessible(page, path);
  await open(page, "/dashboard/selected-classes");
  await page.getByRole("link", { name: /^PAY NOW/ }).click();
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
  await expectAccessible(page, new URL(page.url()).pathname);
});

test("the pages of a student who has classes: axe finds nothing", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await logIn(page, { name: "Noor Haddad", email: "student@senga.example", password: demoPassword });
  for (const path of ["/dashboard/enrolled-classes", "/dashboard/payment-history"])
    await expectAccessible(page, path);
  await open(page, "/dashboard/enrolled-classes");
  await page
    .getByRole("link", { name: /^(Start|Continue|See the class)/ })
    .first()
    .click();
  await expect(page).toHaveURL(/enrolled-classes\/./);
  await expectAccessible(page, new URL(page.url()).pathname);
});

test("the pages of lessons for instructors and admins: axe finds nothing", async ({ page, site }) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { id, lessons } = await newCurriculum(site);
  const curriculum = `/dashboard/instructor/curriculum/${id}`;
  await logIn(page, { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword });
  for (const path of [curriculum, ...lessons.map((lesson) => `${curriculum}?lesson=${lesson}`)]) {
    await expectAccessible(page, path);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysPixels(page), `${path} sideways at 320 px`).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await unreachable(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
  await logIn(page, { name: "Robin Vale", email: "admin@senga.example", password: demoPassword });
  for (const path of ["/dashboard/admin/lesson-changes", "/dashboard/admin/videos"])
    await expectAccessible(page, path);
});

for (const { who, paths } of [
  { who: "student", paths: ["selected-classes", "enrolled-classes", "payment-history"] },
  { who: "instructor", paths: ["instructor/my-classes", "add-class", "instructor/profile"] },
  {
    who: "admin",
    paths: [
      "admin-panel",
      "manage-classes",
      "manage-users",
      "applications",
      "payments",
      "messages",
      "newsletter",
      "audit-log",
      "admin/lesson-changes",
      "admin/videos",
    ],
  },
]) {
  test(`the ${who}'s pages hold text of twice the size on a phone`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await logIn(page, { name: who, email: `${who}@senga.example`, password: demoPassword });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of paths) {
      await open(page, `/dashboard/${path}`);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      expect(await sidewaysPixels(page), `${path} sideways at 200 % text`).toBe(0);
    }
  });
}

test("pages scroll smoothly to the top on a change of page, and at once where less motion is asked for", async ({
  page,
}) => {
  const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.goto("/");
  expect(await behavior()).toBe("smooth");
  await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));
  await page.getByRole("link", { name: "Start Teaching Today" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await behavior()).toBe("auto");
});
