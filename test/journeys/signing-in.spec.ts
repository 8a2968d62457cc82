import { expect, logIn, selectClass, test } from "./journey.ts";
import { newClass, newStudent } from "./school.ts";

test("each sign-up mistake is told in its words, and nothing typed is lost", async ({
  page,
  watch,
  site,
}) => {
  watch.expectFailure(409, /^\/identity\/sign-up$/);
  watch.expectFailure(422, /^\/identity\/sign-up$/);
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
    "PhotoURL is Required",
  ]) {
    await expect(summary).toContainText(message);
  }
  await summary.getByRole("link", { name: "Name is required" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();

  const taken = await newStudent(site);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill(taken.email);
  await page.getByRole("button", { name: "The cat" }).click();
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
  await password.fill("Draw!2026");
  await expect(page.getByText("6 to 20 characters: done")).toBeAttached();
  await page.getByLabel("Confirm password").fill("Draw!2027");
  await submit.click();
  await expect(page.getByRole("alertdialog")).toContainText("confrim password didn't match");
  await page.getByRole("button", { name: "OK" }).click();
  await page.getByLabel("Confirm password").fill("Draw!2026");
  await submit.click();
  await expect(page.getByRole("alert").filter({ hasText: /e-mail/i })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ada");
});

test("a wrong password and an unknown e-mail are told in the same words", async ({ page, site, watch }) => {
  watch.expectFailure(401, /^\/identity\/sign-in$/);
  const { email } = await newStudent(site);
  const words: (string | null)[] = [];
  for (const typed of [email, "nobody@example.org"]) {
    await page.goto("/login");
    await page.getByLabel("Email").fill(typed);
    await page.getByLabel("Password", { exact: true }).fill("Wrong!2026");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    const refusal = page.locator("form").getByRole("alert");
    await expect(refusal).not.toBeEmpty();
    words.push(await refusal.textContent());
    await expect(page.getByLabel("Email")).toHaveValue(typed);
  }
  expect(words[0]).toBe(words[1]);
});

test("a button that is pressed before the page's script has come is pressed when it has", async ({
  page,
  site,
}) => {
  const account = await newStudent(site);
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/framework/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.locator("form[data-needs-script=pressed]")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  release();
  await expect(page.getByText("User Logged In Successfully")).toBeVisible();
});

test("a forgotten password is set anew by the mailed link, once", async ({ page, site, watch }) => {
  watch.expectFailure(401, /^\/identity\/sign-in$/);
  watch.expectFailure(400, /^\/identity\/reset-password$/);
  const account = await newStudent(site);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(/forgot-password/);
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Mail me the link" }).click();
  await expect(page.getByRole("status")).toContainText("a mail with a link");

  const mailedLink = async (): Promise<string> => {
    const mails = (await (await page.request.get(`/sandbox/mailbox.json?to=${account.email}`)).json()) as {
      links: string[];
    }[];
    return mails.flatMap(({ links }) => links).find((link) => link.includes("/reset-password")) ?? "";
  };
  await expect.poll(mailedLink, { timeout: 20_000 }).toContain("/reset-password?token=");
  const link = await mailedLink();
  await page.goto(link);
  await page.getByLabel("New password").fill("Newly!2026");
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByText("Your password is changed. Log in with the new one.")).toBeVisible();
  await logIn(page, { ...account, password: "Newly!2026" });
  await page.getByRole("button", { name: "Logout" }).click();

  await page.goto(link);
  await page.getByLabel("New password").fill("Again!2026");
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByRole("alert")).not.toBeEmpty();
});

test("Google: an account is chosen in the popup, and the person is in", async ({ page }) => {
  await page.goto("/login");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  const popup = await opened;
  await expect(popup.getByText(/stand-in/i).first()).toBeVisible();
  await popup.getByRole("button", { name: /Aiko Mori/ }).click();
  await expect(page.getByText("User Logged In Successfully")).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Aiko Mori");
  await expect(page).toHaveURL(/\/$/);
  expect(popup.isClosed()).toBe(true);
  await expect(page.getByRole("link", { name: "Selected Classes" })).toBeVisible();
});

test("Google: a blocked popup is told", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /blocked/ })).toBeVisible();
});

test("Google: a closed popup is noticed within 8 seconds", async ({ page }) => {
  await page.goto("/login");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  const popup = await opened;
  await popup.waitForLoadState();
  await popup.close();
  await expect(page.getByRole("alert").filter({ hasText: /closed/ })).toBeVisible({ timeout: 8_500 });
});

test("Google: a second popup cancels the first", async ({ page }) => {
  await page.goto("/login");
  const google = page.getByRole("button", { name: "Continue with Google" });
  const first = page.waitForEvent("popup");
  await google.click();
  await (await first).waitForLoadState();
  await google.click();
  const popup = page.context().pages().at(-1);
  await popup?.getByRole("button", { name: /Sam Rivera/ }).click();
  await expect(page.getByText("User Logged In Successfully")).toBeVisible();
});

test("signed out while selecting: the dialog, the login, and back to the page", async ({ page, site }) => {
  const { name } = await newClass(site, 5);
  const account = await newStudent(site);
  await page.goto("/classes");
  await page.getByRole("button", { name: `Select ${name}` }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Please Login, To Select The Class");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: `Select ${name}` }).click();
  await page.getByRole("button", { name: "Login Now!" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/classes$/);
  await selectClass(page, name);
});

test("a session that ends in the middle leads to the login, and back", async ({ page, site, watch }) => {
  watch.expectFailure(401, /^\/api\//);
  watch.expectFailure(401, /^\/identity\//);
  const account = await newStudent(site);
  await logIn(page, account);
  await page.goto("/dashboard/payment-history");
  await expect(page.getByRole("heading", { name: "Payment History" })).toBeVisible();
  // The identity session is ended elsewhere, and the access token is no good any more.
  await page.context().clearCookies();
  await page.evaluate(() =>
    localStorage.setItem("access-token", "header.eyJleHAiOjQwMDAwMDAwMDB9.signature"),
  );
  await page.getByRole("link", { name: "Enrolled Classes" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Your session has ended. Sign in again to go on.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("access-token"))).toBeNull();
  await logIn(page, account);
  await expect(page).toHaveURL(/\/dashboard\/enrolled-classes$/);
});

test("an access token that has ended is renewed without a word", async ({ page, site }) => {
  await logIn(page, await newStudent(site));
  await page.goto("/dashboard/payment-history");
  await expect(page.getByRole("heading", { name: "Payment History" })).toBeVisible();
  await page.evaluate(() => localStorage.setItem("access-token", "header.eyJleHAiOjF9.signature"));
  await page.getByRole("link", { name: "Enrolled Classes" }).click();
  await expect(page.getByText("You have not selected any classes yet.")).toBeVisible();
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
  await logIn(page, { name: "", email: "instructor@senga.example", password: "Draw!2026" });
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/classes");
  await expect(page.getByText("Only students can select classes.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Select / }).first()).toBeDisabled();
});

test("removing a selected class asks first", async ({ page, site }) => {
  const { name } = await newClass(site, 5);
  await logIn(page, await newStudent(site));
  await selectClass(page, name);
  await page.goto("/dashboard/selected-classes");
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Are you sure?");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("button", { name: "Yes, Delete it!" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`[${name}] Course Deleted from Selected Class`);
  await page.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("You have not selected any classes yet.")).toBeVisible();
});
