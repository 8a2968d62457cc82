import type { Page } from "@playwright/test";
import { axeFindings, sidewaysPixels } from "./support/access.ts";
import {
  enter,
  enterWithSelected,
  expect,
  expectToast,
  holdAnswers,
  logIn,
  mailedLink,
  takeSeat,
  test,
} from "./support/journey.ts";
import { drawing } from "./support/drawing.ts";
import { newAdmin, newClass, newStudent } from "./support/school.ts";

/** At 1440 and 320 pixels, in both themes. */
async function expectSound(page: Page, within?: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ["light", "dark"]) {
      await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
      // What lies under the bar of the phone counts as covered.
      await page.evaluate(() => scrollTo(0, 0));
      expect(await axeFindings(page, theme, within), `${theme}, ${width}`).toEqual([]);
    }
    expect(await sidewaysPixels(page), `sideways at ${width}`).toBe(0);
  }
  if (before) await page.setViewportSize(before);
}

const run = Date.now();

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("Name").fill("Mika Young");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Draw!2026");
  await page.getByLabel("Confirm password").fill("Draw!2026");
}

async function fillBirth(page: Page, years: number): Promise<void> {
  await page.getByLabel("Younger than 18").check();
  await page.getByLabel("Month of birth").selectOption("January");
  await page.getByLabel("Year of birth").fill(String(new Date().getUTCFullYear() - years));
}

test("a minor signs up, and the guardian agrees and withdraws without an account and without a script", async ({
  page,
  site,
  browser,
}) => {
  const email = `minor-${run}@example.org`;
  const guardian = `guardian-${run}@example.org`;
  await fillSignUp(page, email);
  const submit = page.getByRole("button", { name: "Create account" });
  await page.getByLabel("Younger than 18").check();
  // The fields for minors load when they are asked for.
  await expect(page.getByLabel("Month of birth")).toBeVisible();
  await submit.click();
  for (const message of ["Choose the month", "Enter the year", "Enter your parent’s or guardian’s email"])
    await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toContainText(message);
  await expectSound(page);
  await fillBirth(page, 15);
  await page.getByLabel("Parent’s or guardian’s email").fill(email);
  await submit.click();
  await expect(
    page.getByText("Enter your parent’s or guardian’s own email, not yours").first(),
  ).toBeVisible();
  await page.getByLabel("Parent’s or guardian’s email").fill(guardian);
  await submit.click();
  await expect(page.getByText("User Created Successfully")).toBeVisible();
  await logIn(page, { name: "", email, password: "Draw!2026" });
  await page.getByRole("banner").getByRole("link", { name: "Mika Young" }).click();
  const consent = page.getByRole("region", { name: "Your guardian’s consent" });
  await expect(consent).toContainText(`We emailed ${guardian}`);
  await consent.getByRole("button", { name: "Send the email again" }).click();
  await expect(consent).toContainText("Sent. Ask them");
  await expectSound(page, "[aria-labelledby=guardian]");

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const quiet = await plain.newPage();
  await quiet.goto(await mailedLink(site, guardian, "/guardian"));
  await expect(quiet.getByRole("heading", { name: "Do you agree?" })).toBeVisible();
  await expect(quiet.getByRole("main")).toContainText(`Mika Young, ${email}`);
  await quiet.getByRole("button", { name: "I agree" }).click();
  await expect(quiet.getByRole("heading", { name: "You agreed" })).toBeVisible();
  await page.reload();
  await expect(consent).toContainText(`${guardian} agreed on`);
  await quiet.getByRole("button", { name: "Withdraw my consent" }).click();
  await expect(quiet.getByRole("heading", { name: "You withdrew your consent" })).toBeVisible();
  await plain.close();
  await page.reload();
  await expect(consent).toContainText("withdrew their consent");
  await expect(consent.getByRole("textbox")).toHaveCount(0);

  await page.goto(await mailedLink(site, guardian, "/guardian"));
  await page.getByRole("button", { name: "Agree again" }).click();
  await expect(page.getByRole("heading", { name: "You agreed" })).toBeFocused();
  await expectSound(page);
});

test("a minor without consent is told what is missing, and stays signed in", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(403, /^\/api\/(create-payment-intent|class\/[^/]+\/gallery)/);
  const guardian = `parent-${run}@example.org`;
  const born = `${new Date().getUTCFullYear() - 15}-01`;
  const minor = await newStudent(site, undefined, { born, guardianEmail: guardian });
  const { id, name } = await newClass(site, 5);
  await enterWithSelected(page, minor, id);
  await page.goto("/dashboard/selected-classes");
  await page.getByRole("link", { name: `PAY NOW for ${name}` }).click();
  await expect(page.getByText("You can pay once your parent or guardian has agreed.")).toBeVisible();
  await page.getByRole("button", { name: "Send the email again" }).click();
  await expect(page.getByText("Sent. Ask them")).toBeVisible();
  await expectSound(page);

  const token = new URL(await mailedLink(site, guardian, "/guardian")).searchParams.get("token");
  const decide = (decision: string) => page.request.post(`/api/guardian/${token}`, { data: { decision } });
  expect((await decide("agree")).status()).toBe(200);
  await takeSeat(page, minor, id);
  expect((await decide("decline")).status()).toBe(200);
  await page.goto(`/dashboard/enrolled-classes/${id}`);
  await page.getByRole("link", { name: "Class gallery" }).click();
  await expect(page.getByText("The class gallery opens to you once your guardian has agreed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
});

test("a person whose age is not known is asked once, and can answer later", async ({ page, site }) => {
  await enter(page, await newStudent(site, undefined, {}));
  await page.goto("/classes");
  await expect(page.getByRole("heading", { name: "One more question" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Answer later" }).click();
  await expect(page).toHaveURL(/\/classes$/);
  await page.goto("/dashboard/account");
  await page.getByRole("link", { name: "tell us whether you’re 18 or older" }).click();
  await page.getByLabel("18 or older").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your age" })).toBeHidden();
});

test("a guardian who lost the mail has the link sent again, also without a script", async ({
  site,
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const quiet = await plain.newPage();
  await quiet.goto("/guardian?token=x");
  await quiet.getByRole("link", { name: "Send me a new link" }).click();
  await quiet.getByLabel("Your email").fill("nobody@example.org");
  await quiet.getByRole("button", { name: "Send me the link" }).click();
  await expect(quiet.getByRole("status")).toContainText("on its way");
});

test("a child is refused in kind words, and the server is told nothing", async ({ page, site }) => {
  const email = `child-${run}@example.org`;
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await fillSignUp(page, email);
  await fillBirth(page, 9);
  await page.getByLabel("Parent’s or guardian’s email").fill("parent@example.org");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "See you later" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText("we haven’t kept the birth month you entered");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "See you later" })).toBeHidden();
  await fillSignUp(page, email);
  await page.getByLabel("18 or older").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "See you later" }), "the first answer holds").toBeFocused();
  expect(sent).toEqual([]);
  const signIn = await page.request.post(`${site.origin}/identity/sign-in`, {
    data: { email, password: "Draw!2026" },
    headers: { origin: site.origin },
  });
  expect(signIn.status()).toBe(401);
});

test("a child who comes by Google is refused too", async ({ page, watch }) => {
  watch.expectFailure(403, /^\/api\/users$/);
  await page.goto("/login");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  const popup = await opened;
  await popup.getByText("Use another account").click();
  await popup.getByLabel("Name").fill("Tiny Tim");
  await popup.getByLabel(/email/i).fill(`tiny-${run}@gmail.example`);
  await popup.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "One more question" })).toBeVisible();
  await fillBirth(page, 9);
  await page.getByLabel("Parent’s or guardian’s email").fill("parent@example.org");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "See you later" })).toBeVisible();
  await page.goto("/signup/age");
  await expect(page.getByText("first, then come back to this question.")).toBeVisible();
});

test("an uploaded photo replaces the portrait picked before, also when it is uploaded again", async ({
  page,
  site,
}) => {
  await enter(page, await newAdmin(site));
  await page.goto("/dashboard/account");
  const save = async (): Promise<void> => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  };
  const photo = await drawing("#2c7fbe", "me.jpg");
  for (let turn = 0; turn < 2; turn += 1) {
    await page.getByRole("button", { name: "The fox" }).click();
    await save();
    await page.getByLabel("Or upload a photo").setInputFiles(photo);
    await save();
    await expect(page.getByRole("button", { name: "Your current photo" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  }
});

test("a name that is typed while a photo uploads is saved, and a later one not called saved", async ({
  page,
  site,
}) => {
  await enter(page, await newAdmin(site));
  await page.goto("/dashboard/account");
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toBeVisible();
  const releasePhoto = await holdAnswers(page, "**/api/images");
  const releaseAccount = await holdAnswers(page, "**/api/account");
  await page.getByLabel("Or upload a photo").setInputFiles(await drawing("#2c7fbe", "me.jpg"));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await name.fill("Mika Young the Second");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  releasePhoto();
  expect((await sent).postDataJSON()).toMatchObject({ name: "Mika Young the Second" });
  await name.fill("Mika Young the Third");
  releaseAccount();
  await expectToast(page, "Your name and photo are saved.");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  await expect(page.getByText("Saved.", { exact: true })).toBeHidden();
  await expect(name).toHaveValue("Mika Young the Third");
});

test("the account page by keyboard: name, photo, password, and logging out elsewhere", async ({
  page,
  site,
  browser,
  watch,
}) => {
  watch.expectFailure(400, /^\/identity\/password$/);
  // A new password ends the tokens of the old session.
  watch.expectFailure(401, /^\/api\/me$/);
  const account = await newStudent(site);
  const other = await browser.newContext({ baseURL: site.origin });
  await watch.follow(other);
  const elsewhere = await other.newPage();
  await elsewhere.goto("/login");
  await logIn(elsewhere, account);

  await logIn(page, account);
  await page.getByRole("banner").getByRole("link", { name: account.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Log out everywhere else" })).toBeVisible();
  await expectSound(page, "[aria-labelledby=sessions]");

  const typeInto = async (label: string, text: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  };
  const press = async (name: string): Promise<void> => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await typeInto("Name", " ");
  await press("Save");
  await expect(page.getByText("Error: Name is required")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await typeInto("Name", "Renamed Reader");
  await press("The robot");
  const refetch = Promise.withResolvers<void>();
  await page.route("**/api/account", async (route) => {
    if (route.request().method() === "GET") await refetch.promise;
    await route.continue();
  });
  await press("Save");
  const saved = page.getByText("Saved.", { exact: true });
  await expect(saved).toBeVisible();
  const fox = page.getByRole("button", { name: "The fox" });
  await fox.focus();
  refetch.resolve();
  await expect(page.locator(".account-who img[src*=robot]")).toBeVisible();
  await expect(fox).toBeFocused();
  await page.unroute("**/api/account");
  await page.keyboard.press("Enter");
  await expect(saved, "what isn't").toBeHidden();
  await expect(page.getByRole("navigation", { name: "Dashboard" }).locator("..")).toContainText(
    "Renamed Reader",
  );
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Renamed Reader");
  await expect(page.getByRole("button", { name: "The robot" })).toHaveAttribute("aria-pressed", "true");

  await typeInto("Current password", "Wrong!2026");
  await typeInto("New password", "Newly!2026");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Error: This isn't your current password.")).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("Newly!2026");
  await typeInto("Current password", account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("every other device is logged out")).toBeVisible();
  await expect(page.getByText("No other sessions.")).toBeVisible();

  // The other browser's session has ended; its access token is replaced by none.
  await elsewhere.evaluate(() => localStorage.setItem("access-token", "header.eyJleHAiOjF9.signature"));
  await elsewhere.goto("/dashboard/account");
  await expect(elsewhere).toHaveURL(/\/login$/);
  await logIn(elsewhere, { ...account, password: "Newly!2026" });
  await page.reload();
  await press("Log out everywhere else");
  await expect(page.getByText("Logged out there.")).toBeVisible();
});

test("the email changes when both mailboxes agree, and the open page follows", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(400, /^\/identity\/email-change$/);
  // A page that does not know of the change yet asks by the old email, is refused, and asks again.
  watch.expectFailure(403, /^\/api\/taken\/classes\//);
  const account = await newStudent(site);
  const newEmail = `moved-${run}@example.org`;
  await enter(page, account);
  await page.goto("/dashboard/account");
  await page.getByLabel("New email").fill(account.email);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Error: This is already your email")).toBeVisible();
  await page.getByLabel("New email").fill(newEmail);
  await page.getByRole("button", { name: "Change email" }).click();
  const section = page.getByRole("region", { name: "Email" });
  await expect(section).toContainText(`${newEmail}: not yet`);
  await expectSound(page, "[aria-labelledby=email-heading]");

  const mailbox = await page.context().newPage();
  await mailbox.goto(await mailedLink(site, newEmail, "/change-email"));
  await mailbox.getByRole("button", { name: "Yes, change it" }).click();
  await expect(mailbox.getByRole("heading", { name: "Halfway there" })).toBeFocused();
  await mailbox.goto(await mailedLink(site, account.email, "/change-email"));
  await mailbox.getByRole("button", { name: "Yes, change it" }).click();
  await expect(mailbox.getByRole("heading", { name: "Email changed" })).toBeFocused();
  await mailbox.close();

  await expect(section).toContainText(`${newEmail} (confirmed)`);
  await page.getByRole("link", { name: "Payment History" }).click();
  await expect(page.getByText("You have not made any payments yet.")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
  await logIn(page, { ...account, email: newEmail });
});
