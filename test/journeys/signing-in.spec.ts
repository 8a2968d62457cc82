import type { Page } from "@playwright/test";
import {
  enter,
  expect,
  expectToast,
  gotoBeforeScripts,
  logIn,
  mailedLink,
  selectClass,
  test,
} from "./support/journey.ts";
import { drawing } from "./support/drawing.ts";
import { newClass, newStudent } from "./support/school.ts";

test("each sign-up mistake is told in its words, and nothing typed is lost", async ({
  page,
  watch,
  site,
}) => {
  watch.expectFailure(409, /^\/identity\/sign-up$/);
  watch.expectFailure(401, /^\/identity\/sign-in$/);
  await page.goto("/signup");
  const submit = page.getByRole("button", { name: "Create account" });
  const password = page.getByLabel("Password", { exact: true });
  await submit.click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  for (const message of [
    "Name is required",
    "Email is required",
    "Password is required",
    "Tell us whether you’re 18 or older",
  ]) {
    await expect(summary).toContainText(message);
  }
  // A preselected portrait needs no URL, but an own photo does.
  await expect(summary).not.toContainText("PhotoURL");
  await page.getByRole("button", { name: "Use my own" }).click();
  await submit.click();
  await expect(summary).toContainText("PhotoURL is Required");
  await page.getByLabel("Photo URL").fill("http://example.org/me.png");
  await submit.click();
  await expect(summary).toContainText("Enter a link to a picture, starting with https://");
  await summary.getByRole("link", { name: "Name is required" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();

  const taken = await newStudent(site);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill(taken.email);
  await page.getByLabel("18 or older").check();
  await expect(page.getByText("Error: Tell us whether you're 18 or older")).toHaveCount(0);
  await page.getByRole("button", { name: "The fox" }).click();
  await expect(page.getByText("Error: Enter a link to a picture")).toHaveCount(0);
  for (const [typed, message] of [
    ["aB1!", "Password Must Be 8 Characters"],
    ["aB1!aB1!aB1!aB1!aB1!x", "Password Must Be Less Then 20 Characters"],
    ["abcdef", "Password Must have one uppercase, one lowercase, one number, one special character [!@#$&*]"],
  ] as const) {
    await password.fill(typed);
    await page.getByLabel("Confirm password").fill(typed);
    await submit.click();
    await expect(page.getByText(`Error: ${message}`)).toBeVisible();
    await expect(password).toHaveValue(typed);
  }
  // The account's own password would log the visitor in.
  await password.fill("Ink!2026");
  await expect(page.getByText("6 to 20 characters: done")).toBeAttached();
  await page.getByLabel("Confirm password").fill("Ink!2027");
  await submit.click();
  await expect(page.getByRole("alertdialog")).toContainText("confrim password didn't match");
  await page.getByRole("button", { name: "OK", exact: true }).click();
  await page.getByLabel("Confirm password").fill("Ink!2026");
  await submit.click();
  await expect(page.getByRole("alert").filter({ hasText: "already exists" })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ada");
});

test("a login says what is missing, and tells a wrong password and an unknown e-mail in the same words", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(400, /^\/identity\/sign-in$/);
  watch.expectFailure(401, /^\/identity\/sign-in$/);
  const { email } = await newStudent(site);
  await page.goto("/login");
  const login = page.getByRole("button", { name: "Login", exact: true });
  const password = page.getByLabel("Password", { exact: true });
  await login.click();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Email").fill(email);
  await login.click();
  await expect(password).toBeFocused();

  const words: (string | null)[] = [];
  const refusal = page.locator("form").getByRole("alert");
  for (const typed of [email, "nobody@example.org"]) {
    await page.getByLabel("Email").fill(typed);
    await password.fill("Wrong!2026");
    const answered = page.waitForResponse(/\/identity\/sign-in$/);
    await login.click();
    await (await answered).finished();
    await expect(login).toBeEnabled();
    await expect(refusal).not.toBeEmpty();
    words.push(await refusal.textContent());
    await expect(page.getByLabel("Email")).toHaveValue(typed);
  }
  expect(words[0]).toBe(words[1]);
});

test("what is answered at sign-up before the page's script has come counts", async ({ page }) => {
  const release = await gotoBeforeScripts(page, "/signup");
  await page.getByLabel("Password", { exact: true }).fill("Draw!2026");
  await page.getByLabel("Younger than 18").check();
  release();
  await expect(page.getByLabel("Parent’s or guardian’s email")).toBeVisible();
  await expect(page.locator(".checklist .is-satisfied")).toHaveCount(
    await page.locator(".checklist li").count(),
  );
});

test("a button that is pressed before the page's script has come is pressed when it has", async ({
  page,
  site,
}) => {
  const account = await newStudent(site);
  const slow = Promise.withResolvers<void>();
  await page.route(/\/assets\/framework/, async (route) => {
    await slow.promise;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.locator("form[data-needs-script=pressed]")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  slow.resolve();
  await expectToast(page, "User Logged In Successfully");
});

test("a message that goes takes no link from under the pointer, and goes after a press of the right button, too", async ({
  page,
}) => {
  await page.goto("/forgot-password");
  const message = page.getByText("Error: Email is required");
  const email = page.getByLabel("Email");
  const sendNothing = async (): Promise<void> => {
    await email.fill("");
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(message).toBeVisible();
  };
  await sendNothing();
  await email.fill("noor@example.org");
  // With its menu open, the browser keeps the release for itself.
  await page.mouse.down({ button: "right" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(message).toBeHidden();
  await page.mouse.up({ button: "right" });

  await sendNothing();
  await email.fill("noor@example.org");
  await page.getByRole("link", { name: "Back to login" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("the mailed link resets a forgotten password, once", async ({ page, site, watch }) => {
  watch.expectFailure(401, /^\/identity\/sign-in$/);
  const account = await newStudent(site);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // The login has a field for an email, too, and the address comes first.
  await expect(page.getByRole("heading", { level: 1, name: "Forgot password" })).toBeVisible();
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toContainText("we’ve sent a reset link");

  const link = await mailedLink(site, account.email, "/reset-password");
  await page.goto(link);
  await page.getByLabel("New password").fill("Newly!2026");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Your password has been changed. Log in with your new one.")).toBeVisible();
  await logIn(page, { ...account, password: "Newly!2026" });
  await page.getByRole("button", { name: "Logout" }).click();
  // A page that is opened before the session has ended still finds it, and then loses it.
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

  await page.goto(link);
  await expect(page.getByText("This link has expired.")).toBeVisible();
  await page.getByRole("link", { name: "Request a new one" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test("a password that is reset while another account is logged in", async ({ page, site }) => {
  const [forgetful, other] = [await newStudent(site), await newStudent(site)];
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(forgetful.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toContainText("we’ve sent a reset link");
  await enter(page, other);
  await page.goto(await mailedLink(site, forgetful.email, "/reset-password"));
  await page.getByLabel("New password").fill("Newly!2026");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Password changed" })).toBeFocused();
  await expect(page.getByRole("status")).toContainText(`still logged in to another account, ${other.email}`);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await logIn(page, { ...forgetful, password: "Newly!2026" });
});

/** Whoever comes for the first time is asked for the age, once. */
async function expectLoggedIn(page: Page): Promise<void> {
  const question = page.getByRole("heading", { name: "One more question" });
  const logout = page.getByRole("button", { name: "Logout" });
  await expect(question.or(logout)).toBeVisible();
  if (await question.isVisible()) {
    await page.getByLabel("18 or older").check();
    await page.getByRole("button", { name: "Continue" }).click();
  }
  await expectToast(page, "User Logged In Successfully");
}

test("Google: an account is chosen in the popup, and the person is in", async ({ page }) => {
  await page.goto("/login");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  const popup = await opened;
  await expect(popup.getByText(/sandbox/i).first()).toBeVisible();
  await popup.getByRole("button", { name: /Aiko Mori/ }).click();
  await expectLoggedIn(page);
  await expect(page.getByRole("banner")).toContainText("Aiko Mori");
  await expect(page).toHaveURL(/\/$/);
  expect(popup.isClosed()).toBe(true);
  await expect(page.getByRole("link", { name: "Selected Classes" })).toBeVisible();
});

test("Google: a blocked popup is told, and then one that is closed, within 8 seconds", async ({ page }) => {
  await page.goto("/login");
  const google = page.getByRole("button", { name: "Continue with Google" });
  await page.evaluate(() => {
    const open = window.open;
    window.open = () => {
      window.open = open;
      return null;
    };
  });
  await google.click();
  await expect(page.getByRole("alert").filter({ hasText: /blocked/ })).toBeVisible();

  const opened = page.waitForEvent("popup");
  await google.click();
  const popup = await opened;
  await popup.waitForLoadState();
  await expect(page.getByText("Finish in the Google window.")).toBeVisible();
  await popup.close();
  await expect(page.getByRole("alert").filter({ hasText: /closed/ })).toBeVisible();
});

test("Google: a second popup closes the first, and nobody is told that it was closed", async ({ page }) => {
  await page.clock.install();
  await page.goto("/login");
  const google = page.getByRole("button", { name: "Continue with Google" });
  const open = async () => {
    const opened = page.waitForEvent("popup");
    await google.click();
    const popup = await opened;
    await popup.waitForLoadState();
    return popup;
  };
  const first = await open();
  const gone = first.waitForEvent("close");
  const second = await open();
  await gone;
  await page.clock.fastForward(10_000);
  await expect(page.getByText("Finish in the Google window.")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  await second.getByRole("button", { name: /Sam Rivera/ }).click();
  await expectLoggedIn(page);
});

test("a sign-up that broke off half way is gone on with, by the same button", async ({ page, watch }) => {
  watch.expectFailure(409, /^\/identity\/sign-up$/);
  watch.expectFailure(503, /^\/api\/users$/);
  const email = `half-way-${Date.now()}@example.org`;
  await page.route("**/api/users", (route) => route.fulfill({ status: 503, json: { detail: "Down." } }), {
    times: 1,
  });
  await page.goto("/signup");
  await page.getByLabel("Name").fill("Half Way");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Draw!2026");
  await page.getByLabel("Confirm password").fill("Draw!2026");
  await page.getByLabel("18 or older").check();
  const submit = page.getByRole("button", { name: "Create account" });
  await submit.click();
  await expect(page.getByRole("alert").filter({ hasText: "Your account has been created" })).toBeVisible();
  await submit.click();
  await expect(page.getByText("User Created Successfully")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Name").fill("Half Way");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Draw!2026");
  await page.getByLabel("Confirm password").fill("Draw!2026");
  await page.getByLabel("18 or older").check();
  await submit.click();
  await expectToast(page, "Your account is ready, and you’re logged in.");
  await expect(page).toHaveURL(/\/$/);
});

test("Google is there at sign-up too, and comes back to where somebody came from", async ({ page }) => {
  await page.goto("/teach");
  await page.getByRole("link", { name: "Create an account" }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await (await opened).getByRole("button", { name: /Sam Rivera/ }).click();
  await expectLoggedIn(page);
  await expect(page).toHaveURL(/\/teach$/);
});

test("the link that confirms an email says what happened, also to who is signed in", async ({
  page,
  site,
  watch,
}) => {
  const account = await newStudent(site);
  const link = await mailedLink(site, account.email, "/confirm-email");
  watch.expectFailure(400, /^\/identity\/verify-email$/);
  await page.goto(link.replace("token=", "token=x"));
  await page.getByRole("button", { name: "Confirm and choose a new password" }).click();
  await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  await page.getByRole("link", { name: "Log in to get a new one" }).click();
  await expect(page.getByText("Log in and we’ll send you a new link.")).toBeVisible();
  await logIn(page, account);
  await page.getByRole("button", { name: "Send a new one" }).click();
  await expect(page.getByText(`We’ve sent a new link to ${account.email}.`)).toBeVisible();

  const slow = Promise.withResolvers<void>();
  await page.route(/\/assets\/confirm-email-actions-.*\.js$/, async (route) => {
    await slow.promise;
    await route.continue();
  });
  await page.goto("/dashboard/payment-history");
  const reminder = page.getByText(`Confirm your email: we sent a link to ${account.email}.`);
  await expect(reminder).toBeVisible();
  const heading = page.getByRole("heading", { name: "Payment History" });
  const place = await heading.boundingBox();
  slow.resolve();
  await expect(page.getByRole("button", { name: "Resend" })).toBeVisible();
  expect(await heading.boundingBox()).toEqual(place);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(reminder).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Payment History" })).toBeVisible();
  await expect(reminder).toBeHidden();

  await page.goto("/login");
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByRole("heading", { name: "Email confirmed" })).toBeFocused();
  await expect(page.getByRole("banner")).toContainText(account.name);
  await page.getByRole("link", { name: "Browse classes" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Selected Classes" }).click();
  await expect(page.getByRole("heading", { name: "Selected Classes" })).toBeVisible();
  await expect(page.getByText("Confirm your email")).toBeHidden();
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByRole("heading", { name: "Already confirmed" })).toBeVisible();
});

test("a page that Back brings back knows that the person has logged out meanwhile", async ({
  page,
  site,
}) => {
  await enter(page, await newStudent(site));
  await page.goto("/dashboard/payment-history");
  await expect(page.getByRole("heading", { name: "Payment History" })).toBeVisible();
  // Headless Chromium keeps no pages.
  const comeBack = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.evaluate(() => (document.querySelector("h1")!.dataset["was"] = "here"));
  await comeBack();
  await expect(page.locator("h1[data-was=here]")).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("access-token"));
  await comeBack();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
});

test("the owner of an email takes over the account that somebody opened with it", async ({ page, site }) => {
  const { email, password } = await newStudent(site);
  await page.goto(await mailedLink(site, email, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm and choose a new password" }).click();
  await page.getByLabel("New password").fill("Newly!2026");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Your password has been changed. Log in with your new one.")).toBeVisible();
  const signIn = async (typed: string) =>
    (await page.request.post("/identity/sign-in", { data: { email, password: typed } })).status();
  expect([await signIn(password), await signIn("Newly!2026")]).toEqual([401, 200]);
});

test("a server that is away for a while signs nobody out, and the page says what it does", async ({
  page,
  site,
  watch,
}) => {
  for (const path of [/^\/api\//, /^\/identity\//]) watch.expectFailure(503, path);
  await enter(page, await newStudent(site));
  await page.goto("/");
  const token = await page.evaluate(() => localStorage.getItem("access-token"));
  let isAway = true;
  await page.route(/\/(api|identity)\//, (route) =>
    isAway ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.goto("/dashboard/payment-history");
  await expect(page.getByText("Reconnecting… We can’t reach Senga right now")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("access-token"))).toBe(token);
  isAway = false;
  await expect(page.getByRole("heading", { name: "Payment History" })).toBeVisible();
});

test("a token that cannot be had is told in the form and in the console", async ({ page, site, watch }) => {
  watch.expectFailure(503, /^\/api\/jwt$/);
  watch.expectWords("JWT Error:");
  const account = await newStudent(site);
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto("/login");
  await page.route(
    "**/api/jwt",
    (route) => route.fulfill({ status: 503, json: { detail: "Down for a moment." } }),
    {
      times: 1,
    },
  );
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.locator("form").getByRole("alert")).toContainText("Down for a moment.");
  expect(said).toContain("JWT Error: Down for a moment.");
});

test("a browser whose storage is full still logs people in", async ({ page, site }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await logIn(page, await newStudent(site));
  await page.goto("/dashboard/payment-history");
  await expect(page.getByRole("heading", { name: "Payment History" })).toBeVisible();
});

test("the theme changes in every tab", async ({ page, context }) => {
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/classes");
  const theme = (tab: typeof page) => tab.evaluate(() => document.documentElement.dataset["theme"]);
  const before = await theme(other);
  await page.getByRole("button", { name: /^Switch to the/ }).click();
  await expect.poll(() => theme(other)).toBe(await theme(page));
  expect(await theme(other)).not.toBe(before);
});

test("who logs out of a dashboard leaves the next person no way there, and nothing that was loaded", async ({
  page,
  site,
}) => {
  const [first, next] = [await newStudent(site), await newStudent(site)];
  await enter(page, first);
  // What is still asked for when the session ends is refused, and noise.
  const lists = ["drawings/shown", "comments", "blocks"].map((list) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api/${list}`),
  );
  await page.goto("/dashboard/account");
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toBeVisible();
  await Promise.all(lists);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  // Without a new document, which would forget everything.
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, next);
  await expect(page).toHaveURL(/\/$/);
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/account", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByTitle("Account").filter({ visible: true }).click();
  await expect(page.getByRole("progressbar", { name: "Loading your account" })).toBeVisible();
  await expect(name).toHaveCount(0);
  answer.resolve();
  await expect(page.getByRole("main")).toContainText(next.email);
});

test("a logout leads home from a page that a slow machine still shows", async ({ page, site }) => {
  const { id } = await newClass(site, 5);
  await enter(page, { name: "", email: "instructor@senga.example", password: "Draw!2026" });
  await page.goto(`/dashboard/instructor/curriculum/${id}`);
  await expect(page.getByRole("button", { name: "Add a section" })).toBeVisible();
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const shown: string[] = [];
  page.on("framenavigated", (frame) => shown.push(new URL(frame.url()).pathname));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(shown).toEqual(["/"]);
});

test("a login asks once for the page it leads back to", async ({ page, site }) => {
  const account = await newStudent(site);
  await page.goto("/classes");
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/login$/);
  const isKnown = page.waitForResponse((answer) => answer.url().endsWith("/api/me"));
  let asked = 0;
  await page.route("**/classes.data*", async (route) => {
    asked += 1;
    await isKnown;
    await route.continue();
  });
  await page.route("**/api/me", async (route) => {
    await expect.poll(() => asked).toBe(1);
    await route.continue();
  });
  await logIn(page, account);
  await expect(page).toHaveURL(/\/classes$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(asked).toBe(1);
});

/** Another device ends the session, so the access token is invalid. */
async function endElsewhere(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() =>
    localStorage.setItem("access-token", "header.eyJleHAiOjQwMDAwMDAwMDB9.signature"),
  );
}

test("an access token that ends is renewed without a word, and a session that ends leads to the login, and back", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(401, /^\/api\//);
  watch.expectFailure(401, /^\/identity\//);
  watch.expectWords("JWT Error:");
  const account = await newStudent(site);
  await enter(page, account);
  await page.goto("/dashboard/payment-history");
  await expect(page.getByRole("heading", { name: "Payment History" })).toBeVisible();
  await page.evaluate(() => localStorage.setItem("access-token", "header.eyJleHAiOjF9.signature"));
  await page.getByRole("link", { name: "Enrolled Classes" }).click();
  await expect(page.getByText("You have not selected any classes yet.")).toBeVisible();

  await page.getByRole("link", { name: "Selected Classes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Selected Classes" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await endElsewhere(page);
  await page.getByRole("link", { name: "Payment History" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Your session has ended. Log in again to continue.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("access-token"))).toBeNull();
  await logIn(page, account);
  await expect(page).toHaveURL(/\/dashboard\/payment-history$/);
});

test("a session that ends while a form has unsaved input leads to the login, too", async ({
  page,
  watch,
}) => {
  watch.expectFailure(401, /^\/api\//);
  watch.expectFailure(401, /^\/identity\//);
  watch.expectWords("JWT Error:");
  await enter(page, { name: "", email: "instructor@senga.example", password: "Draw!2026" });
  await page.goto("/dashboard/add-class");
  await page.getByLabel("Class name").fill("Half a thought");
  await endElsewhere(page);
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(await drawing("#c0d8e8"));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Your session has ended. Log in again to continue.")).toBeVisible();
});

test("back and forward keep the way, and logging out in one tab is logging out in all", async ({
  page,
  site,
  context,
}) => {
  const { name } = await newClass(site, 5);
  await logIn(page, await newStudent(site));
  await selectClass(page, name);
  await page.getByRole("link", { name: "Selected Classes" }).click();
  await page.getByRole("link", { name: `PAY NOW for ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment: $49");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Selected Classes");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Classes");
  await page.goForward();
  await page.goForward();
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();

  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test("guards: a visitor is sent to the login, an instructor home", async ({ page }) => {
  await page.goto("/dashboard/selected-classes");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Log in to see your selected classes.")).toBeVisible();
  await logIn(page, { name: "", email: "instructor@senga.example", password: "Draw!2026" });
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/classes");
  await expect(page.getByText("Instructors and admins can’t select classes.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Select / }).first()).toBeDisabled();
});
