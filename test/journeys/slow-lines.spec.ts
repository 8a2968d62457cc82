import type { Locator, Page } from "@playwright/test";
import { demoPassword } from "../../db/demo-school/people.ts";
import { axeFindings, sidewaysPixels } from "./support/access.ts";
import { drawing } from "./support/drawing.ts";
import { enter, enterWithSelected, expect, expectToast, takeSeat, test } from "./support/journey.ts";
import { newClass, newLessons, newStudent } from "./support/school.ts";

const noConnection = "Can’t reach Senga. Check your connection and try again.";
const uniqueEmail = (who: string): string => `${who}-${Date.now().toString(36)}@example.org`;
const instructor = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };

interface Form {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly choice?: string;
  readonly send: string;
  /** Where the specification has words of its own. */
  readonly failure?: string;
  /** What the page says once the line is back, if it goes on saying it. */
  readonly outcome?: string | RegExp;
}

/** Sends without a line, then with one. */
async function sendTwice(
  page: Page,
  { fields, choice, send, failure = noConnection, outcome }: Omit<Form, "path">,
): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
  if (choice) await page.getByLabel(choice).check();
  const button = page.getByRole("main").getByRole("button", { name: send, exact: true });
  await page.context().setOffline(true);
  await button.click();
  await expect(page.getByRole("main").getByText(failure).first()).toBeVisible();
  for (const [label, text] of Object.entries(fields))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  if (choice) await expect(page.getByLabel(choice)).toBeChecked();
  await page.context().setOffline(false);
  await button.click();
  if (outcome) await expect(page.getByText(outcome).first()).toBeVisible();
}

test("a visitor's forms keep what was typed while the line is gone", async ({ page, watch }) => {
  watch.expectFailure(0, /./);
  const email = uniqueEmail("line");
  const forms: Form[] = [
    {
      path: "/contact-us",
      fields: { Name: "Noor Haddad", Email: email, Message: "Is anybody there?" },
      send: "Send message",
      failure: "Failed to send message. Please try again later.",
      outcome: "Message Sent Successfully!",
    },
    {
      path: "/newsletter",
      fields: { Name: "Noor", Email: email },
      send: "Subscribe",
      outcome: "You have subscribed!",
    },
    {
      path: "/forgot-password",
      fields: { Email: email },
      send: "Send link",
      outcome: email,
    },
    {
      path: "/signup",
      fields: { Name: "Noor Haddad", Email: email, Password: "Draw!2026", "Confirm password": "Draw!2026" },
      choice: "18 or older",
      send: "Create account",
      outcome: "Forgot password?",
    },
    {
      path: "/login",
      fields: { Email: email, Password: "Draw!2026" },
      send: "Login",
      outcome: "Noor Haddad",
    },
  ];
  for (const { path, ...form } of forms)
    await test.step(path, async () => {
      await page.goto(path);
      await sendTwice(page, form);
    });
});

test("an action without a line says so, and doesn't happen once it is back", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(0, /./);
  const { id, name } = await newClass(site, 5);
  await enterWithSelected(page, await newStudent(site), id);
  await page.goto("/dashboard/selected-classes");
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Yes, Delete it!" }).click();
  await expect(page.getByText(noConnection)).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeEnabled();
});

test("a drawing, its note and its critique outlast a lost line", async ({ page, site, watch, browser }) => {
  watch.expectFailure(0, /./);
  const { id } = await newClass(site, 5);
  const [lesson] = await newLessons(site, id, { title: "Circles" }, [
    { title: "Fifty circles", kind: "exercise" },
  ]);
  const student = await newStudent(site);
  await takeSeat(page, student, id);
  await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${lesson}`);
  await page.locator("#drawing-files").setInputFiles([await drawing("#c0d8e8")]);
  await expect(page.getByText("Picture 1", { exact: true })).toBeVisible();
  await sendTwice(page, {
    fields: { "A note to Iris Falk (optional)": "My circles wobble." },
    send: "Hand in",
    outcome: /^You’ll hear back by /,
  });

  const context = await browser.newContext({ baseURL: site.origin });
  await watch.follow(context);
  const desk = await context.newPage();
  await enter(desk, instructor);
  await desk.goto("/dashboard/instructor/critiques");
  await desk.getByRole("link", { name: `${student.name}: Fifty circles` }).click();
  await sendTwice(desk, {
    fields: { "Your critique": "Draw from the shoulder." },
    choice: "Accepted",
    send: `Send to ${student.name}`,
  });
  await expectToast(desk, `Sent to ${student.name}`);
  await expect(desk.getByText("My circles wobble.")).toHaveCount(0);
});

test("an instructor's new class outlasts a lost line and a lost answer, and is added once", async ({
  page,
  watch,
}) => {
  watch.expectFailure(0, /./);
  await enter(page, instructor);
  await page.goto("/dashboard/add-class");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(await drawing("#e8d0c0"));
  const name = `Folds ${Date.now().toString(36)}`;
  let sent = 0;
  await page.route("**/api/classes", async (route) => {
    const isOnline = await page.evaluate(() => navigator.onLine);
    if (!isOnline || route.request().method() !== "POST") return route.continue();
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const send = "Add class";
  await sendTwice(page, {
    fields: { "Class name": name, "Available seats": "12", Price: "49.50" },
    send,
    outcome: noConnection,
  });
  await expect.poll(() => sent, "the answer that is lost").toBe(1);
  await expect(page.getByText(noConnection).first()).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: send, exact: true }).click();
  await expect(page.getByRole("alertdialog", { name: "New Class Added Successfully!" })).toBeVisible();
  await page.goto("/dashboard/instructor/my-classes");
  await expect(page.getByRole("heading", { name, exact: true })).toHaveCount(1);
});

/** Holds requests back, and compares where `part` is before and after what comes with them has `arrived`. */
async function expectStill(
  page: Page,
  { path, held, part, arrived }: { path: string; held: RegExp; part: Locator; arrived: Locator },
): Promise<void> {
  const line = Promise.withResolvers<void>();
  await page.route(held, async (route) => {
    await line.promise;
    await route.continue();
  });
  await page.goto(path);
  await expect(part).toBeVisible();
  const before = await part.boundingBox();
  await expect(arrived).toHaveCount(0);
  line.resolve();
  await expect(arrived).toBeVisible();
  expect(await part.boundingBox()).toEqual(before);
  await page.unrouteAll({ behavior: "wait" });
}

test("what comes with the session does not move a narrow page", async ({ page, site }) => {
  const { id } = await newClass(site, 5);
  await enterWithSelected(page, await newStudent(site), id);
  const part = page.locator("h1");
  const arrived = page.getByRole("link", { name: "Notifications" });
  // 320 without the room that a scrollbar takes, and the first width with four buttons.
  for (const width of [305, 360]) {
    await page.setViewportSize({ width, height: 640 });
    await expectStill(page, { path: "/classes", held: /\/api\//, part, arrived });
    await expect(page.locator(".navigation-selected")).toHaveCount(1);
  }
});

test("the drawings that wait do not move when their count comes", async ({ browser, site, watch }) => {
  const context = await browser.newContext({ baseURL: site.origin, hasTouch: true, isMobile: true });
  await watch.follow(context);
  const page = await context.newPage();
  await enter(page, instructor);
  await expectStill(page, {
    path: "/dashboard/instructor/critiques",
    held: /\/critiques\/[^/]+\/count/,
    part: page.locator(".critique-cards"),
    arrived: page.getByText(/\d+ drawings to critique/),
  });
});

test("classes and notifications do not move when their lessons and drawings come", async ({ page }) => {
  // Nothing happens in her classes meanwhile.
  await enter(page, { name: "Mio Tanabe", email: "mio@senga.example", password: demoPassword });
  // The figures stand below the lessons, and the line above the classes does not wrap.
  await page.setViewportSize({ width: 700, height: 844 });
  await expectStill(page, {
    path: "/dashboard/instructor/my-classes",
    held: /\/instructor\/lessons\//,
    part: page.locator(".my-class-figures").first(),
    arrived: page.getByText(/^\d+ of \d+ lessons? published/).first(),
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectStill(page, {
    path: "/dashboard/notifications",
    held: /\/media\/session/,
    part: page.locator(".notifications"),
    arrived: page.locator("img.notification-picture").first(),
  });
});

const people = [
  {
    email: "student@senga.example",
    pages: [
      "selected-classes",
      "enrolled-classes",
      "payment-history",
      "notifications",
      "notifications/choices",
      "account",
    ],
  },
  { email: instructor.email, pages: ["instructor/my-classes", "instructor/critiques", "instructor/profile"] },
  {
    email: "admin@senga.example",
    pages: ["admin-panel", "messages", "manage-classes", "manage-users", "payments", "audit-log"],
  },
];

for (const { email, pages } of people)
  test(`on a slow line the pages of ${email} say that they load`, async ({ page }) => {
    await enter(page, { name: email, email, password: demoPassword });
    const expectLoading = async (
      path: string,
      what: string | RegExp,
      held: RegExp,
      themes: readonly string[],
    ): Promise<void> => {
      const line = Promise.withResolvers<void>();
      await page.route(held, async (route) => {
        await line.promise;
        await route.continue();
      });
      await page.goto(`/dashboard/${path}`);
      await expect(page.getByRole("progressbar", { name: what }).first()).toBeVisible();
      for (const theme of themes) {
        await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
        expect(await axeFindings(page, theme), theme).toEqual([]);
      }
      expect(await sidewaysPixels(page)).toBe(0);
      line.resolve();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      await page.unrouteAll({ behavior: "wait" });
    };
    await test.step("the session", () =>
      expectLoading("account", "Opening your dashboard", /\/api\//, ["light", "dark"]));
    // The session comes, what the page is about does not.
    for (const [place, path] of pages.entries())
      await test.step(path, () =>
        expectLoading(
          path,
          /^Loading/,
          /\/api\/(?!(me|registration|jwt|users)$)/,
          place === 0 ? ["light", "dark"] : ["light"],
        ),
      );
  });
