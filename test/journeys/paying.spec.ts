import {
  cardForm,
  enter,
  enterWithSelected,
  expect,
  expectEnrolled,
  expectPaid,
  expectToast,
  fillCard,
  holdAnswers,
  logIn,
  openCheckout,
  selectClass,
  test,
} from "./support/journey.ts";
import { filmOf, newFilmLesson, secondOf, untilReady } from "./support/films.ts";
import { newClass, newLessons, newStudent } from "./support/school.ts";

/** The browser logs each declined confirmation. */
const confirmation = /^\/v1\/payment_intents\/\w+\/confirm/;

const notOut =
  "Lessons aren’t out yet. We’ll email you when the first one is, and your 7-day refund period starts then.";

test("the whole way: sign up, log in, select, pay, enrolled, in a class whose lessons aren't out", async ({
  page,
  site,
}) => {
  const { name } = await newClass(site, 5);
  const email = `whole-way-${Date.now()}@example.org`;

  await page.goto("/");
  await page.getByRole("link", { name: "Login" }).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Name").fill("Whole Way");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Draw!2026");
  await page.getByLabel("Confirm password").fill("Draw!2026");
  await page.getByRole("button", { name: "The fox" }).click();
  await expect(page.getByRole("button", { name: "The fox" })).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("18 or older").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("User Created Successfully")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await logIn(page, { name: "", email, password: "Draw!2026" });
  await expect(page).toHaveURL(/\/$/);

  await selectClass(page, name);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Lessons coming soon");
  await expect(page.getByRole("link", { name: `Selected ${name}` })).toBeVisible();
  await page.getByRole("link", { name: "Selected Classes" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText(notOut);
  await page.getByRole("link", { name: `PAY NOW for ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment: $49");
  const order = page.getByRole("complementary", { name: "Your order" });
  await expect(order).toContainText(notOut);
  await expect(order).toContainText("Refundable within 7 days of the first lesson");
  await fillCard(cardForm(page), "4242 4242 4242 4242");
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expectPaid(page);
  await expect(page).toHaveURL(/\/dashboard\/enrolled-classes$/);
  // The dialog works by keyboard and does not reappear after a reload.
  const welldone = page.getByRole("alertdialog", { name: `You’re in: ${name}` });
  await expect(welldone).toBeFocused();
  await expect(welldone).toContainText(notOut);
  await page.keyboard.press("Escape");
  await expect(welldone).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: `Continue ${name}` })).toBeVisible();
  await expect(welldone).toBeHidden();
  await page.getByRole("link", { name: `Continue ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("region", { name: "Lessons" })).toContainText(notOut);
  await expect(page.getByRole("link", { name: "Email Iris Falk" })).toBeVisible();
  await page.getByText("Receipt", { exact: true }).click();
  await expect(page.getByText("$49.00")).toBeVisible();
  await expectEnrolled(page, name);
  await page.goto("/dashboard/selected-classes");
  await expect(
    page.getByText("You have not selected any classes yet. Please select a class to enroll."),
  ).toBeVisible();
});

test("an unfinished number is not sent, a declined card says why and keeps the form, and another card pays", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(402, confirmation);
  const { id, name } = await newClass(site, 5);
  const form = await openCheckout(page, await newStudent(site), id);
  await form.getByLabel("Card number").fill("4242 42");
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your card number is incomplete." })).toBeVisible();
  await expect(form.getByText("Your card's security code is incomplete.")).toBeVisible();
  await expect(form.getByRole("alert")).toHaveCount(0);
  await expect(form.getByLabel("Card number")).toBeFocused();
  await expect(form.getByLabel("Card number")).toHaveAccessibleDescription(
    /Your card number is incomplete\.$/,
  );

  await fillCard(form, "4000 0000 0000 0002");
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await expect(form.getByLabel("Expiration date")).toHaveValue("12 / 40");
  await form.getByLabel("Card number").fill("4000 0000 0000 9995");
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expect(page.getByText("Your card has insufficient funds.")).toBeVisible();
  await form.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expectPaid(page);
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
});

test("the bank asks: refused, nothing is charged; asked again and approved, the class is there", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(400, /^\/sandbox\/stripe\/challenge/);
  const { id, name } = await newClass(site, 5);
  const form = await openCheckout(page, await newStudent(site), id);
  const pay = page.getByRole("button", { name: "Pay $49" });
  const challenge = page.frameLocator('iframe[src*="challenge"]');
  await fillCard(form, "4000 0025 0000 3155");
  await pay.click();
  await challenge.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText(/unable to authenticate your payment method/)).toBeVisible();
  await pay.click();
  await challenge.getByRole("button", { name: "Approve" }).click();
  await expectPaid(page);
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
});

test("two students and one seat: one learns, the other is told that nothing was charged", async ({
  page,
  browser,
  site,
  watch,
}) => {
  // The report, and the new payment on the same page.
  watch.expectFailure(409, /^\/api\/(payments|create-payment-intent)$/);
  const { id } = await newClass(site, 1);
  await newLessons(site, id, { title: "First lines" }, [{ title: "Hold the pencil" }]);
  const other = await browser.newContext({ baseURL: site.origin });
  await watch.follow(other);
  const rival = await other.newPage();
  for (const person of [page, rival]) {
    await fillCard(await openCheckout(person, await newStudent(site), id), "4242 4242 4242 4242");
  }
  await rival.getByRole("button", { name: "Pay $49" }).click();
  await expectPaid(rival);
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expect(
    page.getByText(/Someone took the last seat while you were paying. You weren.t charged/),
  ).toBeVisible();
  await page.goto("/dashboard/payment-history");
  await expect(
    page.getByText("You have not made any payments yet. Please enroll in a class to make a payment."),
  ).toBeVisible();
  await page.goto("/dashboard/selected-classes");
  await expect(page.getByRole("button", { name: "No seats left" })).toBeDisabled();
  await page.goto(`/classes/${id}`);
  const panel = page.getByRole("complementary", { name: "Join this class" });
  await expect(panel).toContainText("No seats left");
  await expect(panel).toContainText("A seat opens up when a student withdraws.");
  await expect(panel).not.toContainText(/Start anytime|Refundable/);
});

test("the browser is closed right after confirming: the webhook finishes the job", async ({
  browser,
  site,
  watch,
}) => {
  const { id, name } = await newClass(site, 5);
  const account = await newStudent(site);
  const first = await browser.newContext({ baseURL: site.origin });
  await watch.follow(first);
  const page = await first.newPage();
  await fillCard(await openCheckout(page, account, id), "4242 4242 4242 4242");
  // The tab closes between the confirmation and the report.
  await page.route("**/api/payments", (route) => route.abort());
  const confirmed = page.waitForResponse(/\/v1\/payment_intents\/\w+\/confirm/);
  watch.expectFailure(0, /\/api\/payments/);
  await page.getByRole("button", { name: "Pay $49" }).click();
  expect((await confirmed).status()).toBe(200);
  await first.close();

  const second = await browser.newContext({ baseURL: site.origin });
  await watch.follow(second);
  const later = await second.newPage();
  await enter(later, account);
  await expect(async () => {
    await later.goto("/dashboard/enrolled-classes");
    await expect(later.getByRole("heading", { name })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test("the server cannot be told: the page says so, and tells it again by itself", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(0, /\/api\/payments/);
  const { id, name } = await newClass(site, 5);
  await fillCard(await openCheckout(page, await newStudent(site), id), "4242 4242 4242 4242");
  await page.route("**/api/payments", (route) => route.abort());
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expect(
    page.getByText("Payment recorded but failed to update database. Please contact support."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
  await page.unroute("**/api/payments");
  await expect(page).toHaveURL(/\/dashboard\/enrolled-classes$/);
  await expect(page.getByRole("alertdialog", { name: `You’re in: ${name}` })).toBeVisible();
});

test("coming back from a bank's own page settles the payment, and Start plays the first film", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(0, confirmation);
  watch.expectFailure(0, /^\/api\/payments$/);
  const { id, name } = await newClass(site, 5);
  const film = await newFilmLesson(site, id, { title: "Hold the pencil", path: await filmOf(2) });
  await untilReady(site, id, film);
  await fillCard(await openCheckout(page, await newStudent(site), id), "4242 4242 4242 4242");
  // As after a redirect: the return page reads the intent from the URL.
  let intentId = "";
  await page.route(/\/v1\/payment_intents\/\w+\/confirm/, async (route) => {
    const response = await route.fetch();
    intentId = ((await response.json()) as { id: string }).id;
    await route.abort();
  });
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expect.poll(() => intentId).toMatch(/^pi_/);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.route("**/api/payments", (route) => route.abort());
  await page.goto(`/dashboard/enrolled-classes?payment_intent=${intentId}&redirect_status=succeeded`);
  await expect(page.getByText("Can’t reach Senga. Check your connection and try again.")).toBeVisible();
  await page.unroute("**/api/payments");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectPaid(page);
  await expect(page).toHaveURL(/\/dashboard\/enrolled-classes$/);
  await page
    .getByRole("alertdialog", { name: `You’re in: ${name}` })
    .getByRole("link", { name: "Start" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Hold the pencil" })).toBeVisible();
  await expect.poll(() => secondOf(page), "no other press").toBeGreaterThan(0);
});

test("an answer that comes late leaves students on the page to which they have gone on", async ({
  page,
  site,
}) => {
  const { id } = await newClass(site, 5);
  await fillCard(await openCheckout(page, await newStudent(site), id), "4242 4242 4242 4242");
  const name = page.getByLabel("Name", { exact: true });
  const goOn = async (): Promise<void> => {
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await name.fill("Moved");
  };
  const expectStay = async (): Promise<void> => {
    await expectToast(page, "Payment Successful");
    await name.pressSequentially(" on", { delay: 50 });
    await expect(name).toHaveValue("Moved on");
    await expect(page).toHaveURL(/\/dashboard\/account$/);
  };
  const reported = page.waitForRequest(/\/api\/payments$/);
  const release = await holdAnswers(page, /\/api\/payments$/);
  await page.getByRole("button", { name: "Pay $49" }).click();
  const { transactionId } = (await reported).postDataJSON() as { transactionId: string };
  await goOn();
  release();
  await expectStay();

  await test.step("nor does the page to which a bank leads back", async () => {
    await page.unroute(/\/api\/payments$/);
    const releaseAgain = await holdAnswers(page, /\/api\/payments$/);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(`/dashboard/enrolled-classes?payment_intent=${transactionId}&redirect_status=succeeded`);
    await expect(page.getByRole("progressbar", { name: "Finishing your payment" })).toBeVisible();
    await goOn();
    releaseAgain();
    await expectStay();
  });
});

test("the answer to the confirmation is lost: the payment is found, and nobody is told that it failed", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(0, confirmation);
  watch.expectFailure(404, /^\/api\/selected\/class\//);
  const { id, name } = await newClass(site, 5);
  await fillCard(await openCheckout(page, await newStudent(site), id), "4242 4242 4242 4242");
  await page.route(/\/v1\/payment_intents\/\w+\/confirm/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const checkout = page.url();
  const pay = page.getByRole("button", { name: "Pay $49" });
  await pay.click();
  await expect(page.getByRole("alertdialog", { name: `You’re in: ${name}` })).toBeVisible();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await page.goto(checkout);
  await expect(page.getByRole("heading", { level: 1, name: "You’re already enrolled" })).toBeVisible();
  await page.getByRole("link", { name: "Open the class" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("paid in another tab: this one follows it to the class", async ({ page, site, watch }) => {
  watch.expectFailure(400, confirmation);
  const { id, name } = await newClass(site, 5);
  await fillCard(await openCheckout(page, await newStudent(site), id), "4242 4242 4242 4242");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await fillCard(cardForm(other), "4242 4242 4242 4242");
  await other.getByRole("button", { name: "Pay $49" }).click();
  await expectPaid(other);
  await page.getByRole("button", { name: "Pay $49" }).click();
  const welldone = page.getByRole("alertdialog", { name: `You’re in: ${name}` });
  await welldone.getByRole("button", { name: "Close" }).click();
  await expect(welldone).toBeHidden();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
});

test("the price changes while the student types: said so, and the same page takes the new price", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(409, /^\/api\/payments$/);
  const { id } = await newClass(site, 5);
  const form = await openCheckout(page, await newStudent(site), id);
  await fillCard(form, "4242 4242 4242 4242");
  // No money moves: a webhook would tell of it, and the page would show an enrollment.
  await page.route(/\/v1\/payment_intents\/\w+\/confirm/, (route) => {
    const [, intentId] = /payment_intents\/(\w+)\/confirm/.exec(route.request().url()) ?? [];
    return route.fulfill({ json: { id: intentId, object: "payment_intent", status: "requires_capture" } });
  });
  // A price change replaces the payment.
  await page.route("**/api/payments", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "payment-replaced", detail: "The price has changed. Please pay again." }),
    }),
  );
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/create-payment-intent")) requests += 1;
  });
  await page.getByRole("button", { name: "Pay $49" }).click();
  await expect(page.getByText("The price has changed. Please pay again.")).toBeVisible();
  await expect.poll(() => requests).toBe(1);
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeVisible();
});

test("neither a payment service nor a card form: each is said, and Try again brings them", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(503, /^\/api\/create-payment-intent$/);
  watch.expectFailure(0, /^\/sandbox\/stripe\/card-form$/);
  // What a system without a locale says.
  await page.addInitScript(() => Object.defineProperty(navigator, "language", { get: () => "C" }));
  await page.clock.install();
  const { id, name } = await newClass(site, 5);
  await enterWithSelected(page, await newStudent(site), id);
  const again = page.getByRole("button", { name: "Try again" });
  await page.route("**/api/create-payment-intent", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({
        code: "payment-provider-unreachable",
        detail:
          "The payment service isn't responding. You haven't been charged. Please try again in a moment.",
      }),
    }),
  );
  await page.goto("/dashboard/selected-classes");
  await page.getByRole("link", { name: `PAY NOW for ${name}` }).click();
  await expect(
    page.getByText("The payment service isn't responding. You haven't been charged."),
  ).toBeVisible();

  const failure = page.getByRole("alert").filter({ hasText: "The card form couldn’t be loaded." });
  const script = "**/sandbox/stripe/element.js";
  const held = page.waitForRequest(script);
  await page.route(script, () => {});
  await page.unroute("**/api/create-payment-intent");
  await again.click();
  await held;
  await page.clock.fastForward(20_000);
  await expect(failure).toBeVisible();

  await page.unroute(script);
  await page.route("**/sandbox/stripe/card-form", (route) => route.abort());
  const refused = page.waitForEvent("requestfailed");
  await again.click();
  await refused;
  await expect(failure).toBeVisible();

  await page.unroute("**/sandbox/stripe/card-form");
  await again.click();
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
  await expect(cardForm(page).getByRole("combobox", { name: "Country" })).toHaveValue("US");
});
