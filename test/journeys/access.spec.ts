import type { BrowserContext, Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { dashboardPages, publicPages } from "../../src/page-records.ts";
import {
  accessFindings,
  cutTexts,
  desktop,
  expectAccessibleAsOpened,
  extremes,
  headingsOf,
  linksOf,
  lostLists,
  open,
  openWithin,
  repeatedNames,
  setTextSize,
  sidewaysPixels,
  smallTargets,
  sizes,
  unreachable,
} from "./support/access.ts";
import { enter, expect, test as base } from "./support/journey.ts";
import {
  asDemo,
  newClass,
  newCurriculum,
  newLessons,
  newPendingClass,
  newStudent,
} from "./support/school.ts";
import type { Site } from "./support/site.ts";

const demoStudent = "student@senga.example";
/** Teaches the class in which demo students have handed in drawings. */
const demoTeacher = "mio@senga.example";

type WithIds<Pages> = Extract<keyof Pages, `${string}:${string}`>;

/** By the pages with ids in their paths; those without are visited as they are. */
const publicVisits: Record<WithIds<typeof publicPages>, readonly string[]> = {
  "/classes/:id": ["/classes/:class"],
  "/classes/:id/lessons/:lessonId": ["/classes/:preview"],
  "/instructors/:id": ["/instructors/:instructor"],
  // In certificate.spec.ts.
  "/certificates/:number": [],
  // The page of another path.
  "/api/newsletter/unsubscribe/:token": [],
};

const people = {
  newStudent: { who: "a new student", email: ":newStudent" },
  student: { who: "a student", email: demoStudent },
  instructor: { who: "an instructor", email: demoTeacher },
  author: { who: "an instructor with lessons", email: "instructor@senga.example" },
  admin: { who: "an admin", email: "admin@senga.example" },
};

/** As above. Those that everyone has are visited by a student. */
const dashboardVisits: Record<WithIds<typeof dashboardPages>, Visits> = {
  "/dashboard/enrolled-classes/:classId": {
    student: ["/dashboard/enrolled-classes/:enrolled", "/dashboard/enrolled-classes/:ribbons"],
  },
  "/dashboard/gallery/:classId": { student: ["/dashboard/gallery/:ribbons"] },
  "/dashboard/gallery/:classId/drawings/:id": {
    student: ["/dashboard/gallery/:ribbons/drawings/:drawing"],
  },
  "/dashboard/payment-history/:id/withdraw": { student: ["/dashboard/payment-history/:payment/withdraw"] },
  "/dashboard/receipts/:id": { student: ["/dashboard/receipts/:payment"] },
  "/update/class/:id": { instructor: ["/update/class/:taught"] },
  "/dashboard/instructor/curriculum/:classId": {
    author: ["", "?lesson=:text", "?lesson=:exercise", "?lesson=:video"].map(
      (query) => `/dashboard/instructor/curriculum/:curriculum${query}`,
    ),
  },
  "/feedback/:id": { admin: ["/feedback/:pending"] },
  // Below.
  "/dashboard/payment/:id": {},
  // In learning.spec.ts.
  "/dashboard/enrolled-classes/:classId/lessons/:lessonId": {},
  // The class page, as its instructor sees it.
  "/dashboard/preview/:id": {},
};
type Visits = { readonly [person in keyof typeof people]?: readonly string[] };

const commonPages = ["/dashboard/notifications", "/dashboard/notifications/choices", "/dashboard/account"];
const otherVisits: Visits = {
  newStudent: [
    "/dashboard",
    "/dashboard/selected-classes",
    "/dashboard/enrolled-classes",
    "/dashboard/payment-history",
    "/dashboard/notifications",
  ],
  instructor: ["/dashboard", "/dashboard/instructor/critiques?drawing=:submission", ...commonPages],
  author: ["/dashboard"],
  admin: ["/dashboard", ...commonPages],
};

interface Listed {
  readonly file: string;
  readonly params?: readonly string[];
  readonly who?: readonly string[];
}
const withoutIds = (pages: Readonly<Record<string, Listed>>): [path: string, page: Listed][] =>
  Object.entries(pages).filter(
    ([path, { file }], place, all) =>
      !path.includes(":") &&
      file.endsWith(".tsx") &&
      // The button of a mail program leads to the page of the mail's link.
      !(path.startsWith("/api/") && all.findIndex(([, other]) => other.file === file) < place),
  );

const publicPaths = [
  ...withoutIds(publicPages).map(([path, { params }]) =>
    params?.includes("token") ? `${path}?token=x` : path,
  ),
  ...Object.values(publicVisits).flat(),
  "/classes?q=zzzz",
  "/nowhere",
];
const pathsOf = (person: keyof typeof people): string[] => [
  ...withoutIds(dashboardPages)
    .filter(([, { who = ["student"] }]) => who.includes(person))
    .map(([path]) => path),
  ...Object.values(dashboardVisits).flatMap((visits) => visits[person] ?? []),
  ...(otherVisits[person] ?? []),
];

const groupSize = 10;

/** Those of a group share a document: the first costs as much as two others. */
const inGroups = (paths: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(paths.length / groupSize) }, (_, group) =>
    paths.slice(groupSize * group, groupSize * (group + 1)),
  );

type Records = Readonly<Record<string, string>>;

/** Ids for the names in the paths. */
let ofSite: Promise<Records> | undefined;

// Playwright starts another worker, with another site, for a file that adds fixtures of the worker scope.
const test = base.extend<{ records: Records }>({
  records: async ({ site }, use) => use(await (ofSite ??= findRecords(site))),
});
test.use({ viewport: desktop });

async function findRecords(site: Site): Promise<Records> {
  const list = async (email: string, path: string) =>
    (await asDemo(site, email, "GET", path)) as Record<string, string>[];
  const firstId = async (email: string, path: string) => (await list(email, path))[0]!["_id"]!;
  const enrolled = await list(demoStudent, `/enrolled/classes/${demoStudent}`);
  const enrolledIn = (name: string) => enrolled.find(({ className }) => className === name)!["classId"]!;
  const ribbons = enrolledIn("Hair Built from Ribbons");
  const found = {
    // Its name has a long word.
    class: await firstId(demoStudent, "/approvedClasses?limit=1&q=perspective"),
    instructor: await firstId(demoStudent, "/instructors?limit=1"),
    // With its certificate.
    enrolled: enrolledIn("One Hundred Pen Lines"),
    ribbons,
    drawing: await firstId(demoStudent, `/class/${ribbons}/gallery`),
    payment: await firstId(demoStudent, `/payments/${demoStudent}`),
    taught: await firstId(demoTeacher, `/classes/instructor/${demoTeacher}`),
    submission: await firstId(demoTeacher, `/instructor/critiques/${demoTeacher}`),
  };
  const { id: curriculum, lessons } = await newCurriculum(site);
  const [text = "", exercise = "", video = ""] = lessons;
  const { id: classId } = await newClass(site, 5);
  const lesson = { title: "Hold the pencil", isPreview: true };
  const [preview] = await newLessons(site, classId, { title: "First lines" }, [lesson]);
  const { email } = await newStudent(site);
  const selected = await asDemo(site, email, "POST", "/selected/class", { classId });
  return {
    ...found,
    curriculum,
    text,
    exercise,
    video,
    preview: `${classId}/lessons/${preview}`,
    newStudent: email,
    selected: (selected as { insertedId: string }).insertedId,
    pending: (await newPendingClass(site)).id,
  };
}

const fill = (path: string, records: Records): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (!records[name]) throw new Error(`no record for :${name}`);
    return records[name];
  });

async function openNext(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(page.url(), "about:blank");
  const isWithin = pathname !== path.replace(/\?.*/, "") && (await page.locator("h1").count()) > 0;
  await (isWithin ? openWithin : open)(page, path);
}

/** Each size once: a change of size lays the page out again. */
async function expectUsable(
  page: Page,
  what: string,
  viewports: typeof sizes | typeof extremes,
): Promise<void> {
  await test.step("axe finds nothing, in both themes, at both sizes", async () => {
    expect.soft(await accessFindings(page, viewports), what).toEqual([]);
  });
  await test.step("fits a narrow screen, and text of twice the size", async () => {
    await page.setViewportSize(extremes.narrow);
    expect.soft(await sidewaysPixels(page), `${what}: sideways at 320 px`).toBe(0);
    await setTextSize(page, 32);
    expect.soft(await sidewaysPixels(page), `${what}: sideways at 200 % text on a narrow screen`).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect.soft(await sidewaysPixels(page), `${what}: sideways at 200 % text`).toBe(0);
    expect.soft(await cutTexts(page), `${what}: texts that are cut`).toEqual([]);
    await setTextSize(page, 16);
  });
  await test.step("lists are lists in Safari, too, and no name is repeated", async () => {
    expect.soft(await lostLists(page), what).toEqual([]);
    expect.soft(await repeatedNames(page), what).toEqual([]);
  });
  await test.step("every control is reached with Tab, and shows that it has the focus", async () => {
    expect.soft(await unreachable(page), what).toEqual([]);
  });
}

for (const group of inGroups(publicPaths)) {
  test(group.join(", "), async ({ page, records, watch }) => {
    watch.expectFailure(404, /^\/(nowhere|notifications\/unsubscribe)/);
    // So that the browser renders each page of the group itself.
    await open(page, group[0] === "/disclaimer" ? "/login" : "/disclaimer");
    for (const path of group) {
      await test.step(path, async () => {
        await openNext(page, fill(path, records));
        await test.step("says the same without a script, with the same links", async () => {
          const sent = await (await page.request.get(fill(path, records))).text();
          expect.soft(await headingsOf(page, sent), path).toEqual(await headingsOf(page));
          if (path.includes("token=")) return;
          const links = await linksOf(page, sent);
          await expect.poll(() => linksOf(page), path).toEqual(expect.arrayContaining(links));
        });
        await expectUsable(page, path, sizes);
      });
    }
  });
}

test("a form that needs a script says so without one, and does not load for ever", async ({
  browser,
  site,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await plain.newPage();
  await page.goto("/teach");
  await expect(page.locator("noscript p")).toContainText("This form needs JavaScript");
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

/** Shorter than a token is valid. */
const sessionMilliseconds = 10 * 60_000;
type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;
const sessions = new Map<string, { readonly state: Session; readonly at: number }>();

async function enterOnce(page: Page, email: string): Promise<void> {
  const session = sessions.get(email);
  if (session && Date.now() - session.at < sessionMilliseconds) {
    await page.context().setStorageState(session.state);
    return;
  }
  await enter(page, { name: "", email, password: demoPassword });
  sessions.set(email, { state: await page.context().storageState(), at: Date.now() });
}

for (const [person, { who, email }] of Object.entries(people)) {
  for (const group of inGroups(pathsOf(person as keyof typeof people))) {
    test(`${who}: ${group.join(", ")}`, async ({ page, records }) => {
      await enterOnce(page, fill(email, records));
      for (const path of group) {
        await test.step(path, async () => {
          await openNext(page, fill(path, records));
          await expectUsable(page, path, extremes);
        });
      }
    });
  }
}

test("a new student: payment", async ({ page, records }) => {
  await enterOnce(page, fill(":newStudent", records));
  await open(page, fill("/dashboard/payment/:selected", records));
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
  await expectAccessibleAsOpened(page, "payment", { ...sizes, ...extremes });
});

const thumbs = {
  "a visitor": ["/classes", "/classes/:class", "/instructors", "/login", "/signup"],
  [demoStudent]: [
    "/dashboard/enrolled-classes/:ribbons",
    "/dashboard/gallery/:ribbons/drawings/:drawing",
    "/dashboard/payment-history",
    "/dashboard/account",
  ],
  [demoTeacher]: ["/dashboard/instructor/critiques?drawing=:submission", "/dashboard/instructor/my-classes"],
};
for (const [who, paths] of Object.entries(thumbs)) {
  test(`a thumb hits every control that ${who} needs`, async ({ browser, site, records, watch }) => {
    const context = await browser.newContext({
      baseURL: site.origin,
      viewport: sizes.phone,
      hasTouch: true,
      isMobile: true,
    });
    await watch.follow(context);
    const page = await context.newPage();
    if (who.includes("@")) await enterOnce(page, who);
    for (const path of paths) {
      await openNext(page, fill(path, records));
      expect.soft(await smallTargets(page), path).toEqual([]);
    }
    await context.close();
  });
}

interface Frame {
  readonly heading: string | undefined;
  /** Pixels from the top. */
  readonly at: number;
}

/** Each frame that the page draws from now on. */
async function watchScrolling(page: Page): Promise<() => Promise<Frame[]>> {
  await page.evaluate(() => {
    const frames: Frame[] = [];
    Object.assign(globalThis, { frames });
    const note = (): void => {
      frames.push({ heading: document.querySelector("h1")?.innerText, at: scrollY });
      requestAnimationFrame(note);
    };
    note();
  });
  return () => page.evaluate(() => (globalThis as unknown as { frames: Frame[] }).frames.splice(0));
}

const nextFrame = (page: Page) => page.evaluate(() => new Promise(requestAnimationFrame));

test("a new page begins at its top, back leads to the place, and links within a page scroll where motion is allowed", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  const link = page.getByRole("link", { name: "Start Teaching Today" });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(1000);
  const takeFrames = await watchScrolling(page);
  await link.click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveText("Teach the thing you draw best.");
  await nextFrame(page);
  const beginning = (await takeFrames()).filter((frame) => frame.heading?.startsWith("Teach"));
  expect(new Set(beginning.map(({ at }) => at))).toEqual(new Set([0]));

  const target = page.getByRole("heading", { name: "Apply to teach" });
  const passed = async (): Promise<number> => {
    await takeFrames();
    await page.getByRole("link", { name: "Apply to teach" }).click();
    await expect(target).toBeInViewport();
    await expect
      .poll(async () => {
        const before = await page.evaluate(() => scrollY);
        await nextFrame(page);
        return (await page.evaluate(() => scrollY)) - before;
      })
      .toBe(0);
    return new Set((await takeFrames()).map(({ at }) => at)).size;
  };
  expect(await passed()).toBeGreaterThan(4);
  await page.emulateMedia({ reducedMotion: "reduce" });
  // Until the page has noticed, it would scroll smoothly.
  const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await expect.poll(behavior).toBe("auto");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  expect(await passed(), "at once: the place before, and the place after").toBe(2);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.evaluate(() => history.go(-2));
  await expect(heading).toContainText("From first line");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(place, -2);
});
