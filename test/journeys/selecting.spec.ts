import type { Locator, Page } from "@playwright/test";
import {
  cardForm,
  enter,
  enterWithSelected,
  expect,
  fillCard,
  holdAnswers,
  logIn,
  takeSeat,
  test,
} from "./support/journey.ts";
import { asDemo, newClass, newStudent } from "./support/school.ts";
import { startSite } from "./support/site.ts";

const laterParts = /\/assets\/(testimonials|newsletter-panel|faq|drawing-marquee)-.*\.js$/;
const dialog = (page: Page): Locator => page.getByRole("alertdialog");

test("who was asked to log in comes back, and the class they wanted is selected; once", async ({
  page,
  site,
}) => {
  const { name } = await newClass(site, 5);
  const student = await newStudent(site);
  const path = `/classes?${new URLSearchParams({ q: name })}`;
  await page.goto(path);
  await page.getByRole("button", { name: `Select ${name}` }).click();
  await expect(dialog(page)).toContainText("Please Login, To Select The Class");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: `Select ${name}` }).click();
  await page.getByRole("button", { name: "Login Now!" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, student);
  await expect(page).toHaveURL(path);
  await expect(dialog(page)).toContainText("Class Selected Successfully!");
  await page.getByRole("button", { name: "Keep browsing" }).click();
  const selected = page.getByRole("link", { name: `Selected ${name}` });
  // The page change set the focus, and no dialog opened.
  await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeFocused();
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(bar.getByRole("link", { name: "Selected Classes 1 selected" })).toBeVisible();

  // Neither a reload nor Back selects the class again.
  await selected.click();
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("button", { name: "Yes, Delete it!" }).click();
  await page.getByRole("button", { name: "OK", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Selected Classes" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("button", { name: `Select ${name}` })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole("button", { name: `Select ${name}` })).toBeEnabled();
  await expect(dialog(page)).toHaveCount(0);
});

test("Select that is pressed before the scripts have come, or before the page knows who it is, selects", async ({
  page,
  browser,
  site,
}) => {
  const { id, name } = await newClass(site, 5);
  await enter(page, await newStudent(site));
  const release = await holdAnswers(page, /\/assets\/.*\.js$/);
  const releaseStudent = await holdAnswers(page, /\/api\/(selected|enrolled)\//);
  await page.goto(`/classes/${id}`, { waitUntil: "commit" });
  // Playwright would wait for a button that is not disabled.
  const select = page.getByRole("button", { name: `Select ${name}` });
  await select.dispatchEvent("click");
  release();
  await expect(page.getByRole("button", { name: "Selecting…" })).toBeVisible();
  releaseStudent();
  await expect(dialog(page)).toContainText("Class Selected Successfully!");
  await page.getByRole("button", { name: "Keep browsing" }).click();
  await expect(page.getByRole("link", { name: `Selected ${name}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: `Selected ${name}` })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const scriptless = await plain.newPage();
  await scriptless.goto(`/classes/${id}`);
  await expect(scriptless.locator("noscript p")).toHaveText(["Turn on JavaScript to select a class."]);
});

test("Select that is pressed on the home page before the page knows who it is selects at once", async ({
  page,
  site,
}) => {
  await enter(page, await newStudent(site));
  const release = await holdAnswers(page, "**/api/me");
  const releaseParts = await holdAnswers(page, laterParts);
  await page.goto("/");
  const popular = page.getByRole("region", { name: "Popular Classes" });
  await popular
    .getByRole("button", { name: /^Select / })
    .first()
    // Playwright would wait for a button that is not disabled.
    .dispatchEvent("click");
  await expect(popular.getByRole("button", { name: "Selecting…" })).toBeVisible();
  // A change of the history would replace the parts whose scripts have not come.
  await expect(page.getByRole("heading", { name: "Questions, answered in ink" })).toBeVisible();
  release();
  await expect(dialog(page)).toContainText("Class Selected Successfully!");
  releaseParts();
});

test("an instructor who was asked to log in selects nothing, and reads why", async ({ page, site }) => {
  const { id, name } = await newClass(site, 5);
  await page.goto(`/classes/${id}`);
  await page.getByRole("button", { name: `Select ${name}` }).click();
  await page.getByRole("button", { name: "Login Now!" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { name: "", email: "instructor@senga.example", password: "Draw!2026" });
  await expect(page).toHaveURL(new RegExp(`/classes/${id}$`));
  const select = page.getByRole("button", { name: `Select ${name}` });
  await expect(select).toBeDisabled();
  await expect(select).toHaveAccessibleDescription("Instructors and admins can’t select classes.");
  await expect(page.getByText("Instructors and admins can’t select classes.")).toHaveCount(1);
  await expect(dialog(page)).toHaveCount(0);
});

test("Remove asks first, and then the focus is on the class that took the place of the removed one", async ({
  page,
  site,
}) => {
  const first = await newClass(site, 5);
  const second = await newClass(site, 5);
  await enterWithSelected(page, await newStudent(site), first.id, second.id);
  await page.goto("/dashboard/selected-classes");
  await page.getByRole("button", { name: `Remove ${second.name}` }).click();
  await expect(dialog(page)).toContainText("Are you sure?");
  await expect(dialog(page)).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: second.name })).toBeVisible();
  for (const { name } of [second, first]) {
    await page.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByRole("button", { name: "Yes, Delete it!" }).click();
    await expect(dialog(page)).toContainText(`[${name}] Course Deleted from Selected Class`);
    await page.getByRole("button", { name: "OK", exact: true }).click();
    if (name === second.name)
      await expect(page.getByRole("link", { name: first.name, exact: true })).toBeFocused();
  }
  await expect(page.getByText("You have not selected any classes yet.")).toBeVisible();
});

test("lists go on with More, page by page", async ({ page, site }) => {
  const made = [await newClass(site, 5), await newClass(site, 5)];
  await enterWithSelected(page, await newStudent(site), ...made.map(({ id }) => id));
  // Pages of one class instead of thirty.
  await page.route("**/api/selected/classes/**", (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, "limit=1"),
    }),
  );
  await page.goto("/dashboard/selected-classes");
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
  await page.getByRole("button", { name: "More classes" }).click();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "More classes" })).toHaveCount(0);
});

test("a student who buys and becomes an instructor still has the class, the history and the receipt", async ({
  page,
  site,
}) => {
  const { id, name } = await newClass(site, 5);
  const student = await newStudent(site);
  await takeSeat(page, student, id);
  const [found] = (await asDemo(
    site,
    "admin@senga.example",
    "GET",
    `/admin/manage/users?q=${student.email}`,
  )) as { _id: string }[];
  await asDemo(site, "admin@senga.example", "PATCH", `/users/instructor/${found?._id}`);

  await page.goto(`/classes/${id}`);
  await page.getByRole("link", { name: `Continue ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("heading", { name: "About this class" })).toBeVisible();
  await page.getByText("Receipt", { exact: true }).click();
  await expect(page.getByText(/^pi_/)).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Dashboard" });
  await menu.getByRole("link", { name: "Payment History" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("$49.00");
  await menu.getByRole("link", { name: "Enrolled Classes" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
});

test("the cover of a card leads to its class, and so does a slide", async ({ page }) => {
  await page.goto("/classes?q=eyes+that+speak");
  // Forced, because the card's link covers the image and takes the click.
  await page.locator(".class-card .cover").first().click({ force: true });
  await expect(page.getByRole("heading", { level: 1, name: "Eyes That Speak" })).toBeVisible();
  await page.goto("/");
  await page.locator('.slide[data-place="0"] img').click({ force: true });
  await expect(page.getByRole("link", { name: "Big Summer Skies" })).toBeVisible();
  await expect(page).toHaveURL(/\/classes\?q=Big/);
});

test("an empty school says so, and keeps no room for Google, with which nobody can sign in there", async ({
  browser,
  site,
}) => {
  const empty = await startSite({
    HOST: "0.0.0.0",
    DEMO_SCHOOL: "no",
    JOB_INTERVAL_FACTOR: "",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  const context = await browser.newContext({ baseURL: empty.origin });
  try {
    const page = await context.newPage();
    for (const [path, ...sentences] of [
      ["/instructors", "No instructors yet."],
      ["/classes", "No classes yet."],
      ["/", "No classes yet.", "No instructors yet."],
    ] as const) {
      await page.goto(path);
      for (const sentence of sentences) await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
    }
    // Invented students praise the demo school's classes only.
    await expect(page.getByRole("heading", { name: "Teach the thing you draw best." })).toBeVisible();
    await expect(page.getByText("What students say")).toHaveCount(0);
    await expect(page.getByText("Big Summer Skies")).toHaveCount(0);
    await expect(page.getByRole("region", { name: /our classes/ })).toHaveCount(0);
    const slides = page.getByRole("region", { name: "Drawings", exact: true });
    await expect(slides.getByRole("link").first()).toHaveAttribute("href", "/classes");
    await page.goto("/classes?level=beginner");
    await expect(page.getByRole("heading", { name: "No classes found" })).toBeVisible();

    for (const path of ["/login", "/signup"]) {
      const html = async ({ origin }: Pick<typeof site, "origin">) =>
        (await page.request.get(origin + path)).text();
      expect(await html(site), path).toContain('class="auth-google"');
      expect(await html(empty), path).not.toContain('class="auth-google"');
    }
  } finally {
    await context.close();
    await empty.stop();
  }
});

test("on a phone the filters are one row, with how many are set", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/classes");
  await expect(page.getByRole("main").getByRole("status")).toHaveText(/^\d+ classes$/);
  await expect(page.getByLabel("Level")).toBeHidden();
  const [search, toggle] = [page.getByRole("searchbox"), page.getByRole("button", { name: "Filters" })];
  const middle = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(Math.abs((await middle(search)) - (await middle(toggle)))).toBeLessThan(2);
  await toggle.click();
  await page.getByLabel("Level").selectOption("Beginner");
  await page.getByLabel("Seats available").check();
  await expect(page.getByRole("button", { name: "Filters (2)" })).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
});

test("a choice that is made while a slow machine draws the last one's classes stays", async ({ page }) => {
  await page.goto("/classes");
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const seats = page.getByLabel("Seats available");
  for (const level of ["Beginner", "Intermediate", "Advanced"]) {
    await page.getByLabel("Level").selectOption(level);
    await seats.check();
    await expect(page).toHaveURL(new RegExp(`level=${level.toLowerCase()}&.*seats=left`));
    await seats.uncheck();
    await expect(page).not.toHaveURL(/seats/);
  }
});

test("from a class to paid, a new student on a phone taps seven times", async ({ page, site }) => {
  const { id, name } = await newClass(site, 5);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/classes/${id}`);
  const taps: string[] = [];
  const tap = async (role: "button" | "link", label: string): Promise<void> => {
    taps.push(label);
    await page.getByRole(role, { name: label, exact: !label.startsWith("Select") }).click();
  };
  const password = "Draw!2026";
  await tap("button", `Select ${name}`);
  await tap("button", "Login Now!");
  await tap("link", "Create an account");
  await page.getByLabel("Name").fill("Seven Taps");
  await page.getByLabel("Email").fill(`taps-${Date.now()}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByLabel("18 or older").check();
  await tap("button", "Create account");
  await expect(page).toHaveURL(/\/login$/);
  // The address changes first, and the form of the sign-up has a password, too.
  await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await tap("button", "Login");
  await expect(dialog(page)).toContainText("Class Selected Successfully!");
  await tap("link", "Pay now");
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
  await fillCard(cardForm(page), "4242 4242 4242 4242");
  await tap("button", "Pay $49");
  await expect(page).toHaveURL(/\/dashboard\/enrolled-classes/);
  await expect(dialog(page)).toContainText(`You’re in: ${name}`);
  expect(taps, taps.join(" → ")).toHaveLength(7);
});
