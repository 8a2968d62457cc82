import {
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
  test as base,
  expect,
} from "@playwright/test";
import { type Account, takeSignUp } from "./school.ts";
import { type Site, startSiteOnServer } from "./site.ts";

/** The browser logs each failed response as an error. */
interface ExpectedFailure {
  /** 0 for an aborted request. */
  readonly status: number;
  readonly path: RegExp;
}

export interface Watch {
  /** Any other failure fails the journey. */
  readonly expectFailure: (status: number, path: RegExp) => void;
  /** Allows a console warning of the site. */
  readonly expectWords: (words: string) => void;
  /** Watches the pages of another context too. */
  readonly follow: (context: BrowserContext) => Promise<void>;
}

/** A guard may lead away from a page before its style is used; Chromium says so where that takes seconds. */
const isUnusedStyle = /^The resource \S+\.css#? was preloaded using link preload but not used/;

/**
 * Fails on a console error (including content security policy violations), an uncaught exception, or a request to
 * another host.
 */
export const test = base.extend<{ watch: Watch }, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await startSiteOnServer();
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  watch: [
    async ({ browser, context, site }, use) => {
      const noise: string[] = [];
      const expected: ExpectedFailure[] = [];
      const expectedWords: string[] = [];
      const follow = async (followed: BrowserContext): Promise<void> => {
        await noteToasts(followed);
        await followed.addInitScript(ignoreLateHandlers);
        for (const page of followed.pages()) goToLivePages(page);
        followed.on("page", goToLivePages);
        followed.on("request", (request) => {
          const { hostname, protocol } = new URL(request.url());
          if (/^https?:$/.test(protocol) && !["localhost", "127.0.0.1"].includes(hostname))
            noise.push(`a request to ${request.url()}`);
        });
        followed.on("console", (message) => {
          if (message.type() !== "error" && message.type() !== "warning") return;
          if (expectedWords.some((words) => message.text().startsWith(words))) return;
          if (isUnusedStyle.test(message.text())) return;
          // An aborted request has no status.
          const status = Number(/responded with a status of (\d+)/.exec(message.text())?.[1] ?? 0);
          const path = message.location().url.replace(site.origin, "");
          if (!expected.some((failure) => failure.status === status && failure.path.test(path))) {
            noise.push(
              `console ${message.type()}: ${message.text()} (${path}, on ${message.page()?.url() ?? "no page"})`,
            );
          }
        });
        followed.on("weberror", (error) =>
          // An exception without frames has an empty stack.
          noise.push(`exception: ${error.error().stack || error.error().message}`),
        );
      };
      await follow(context);
      await use({
        expectFailure: (status, path) => expected.push({ status, path }),
        expectWords: (words) => expectedWords.push(words),
        follow,
      });
      // An open page goes on asking and drawing, and takes time from the next journey.
      await Promise.all(
        browser
          .contexts()
          .filter((other) => other !== context)
          .map((other) => other.close()),
      );
      expect(noise, "noise on the way").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * React Router 8.4 attaches no handler to a failed loader until the page's style sheets have loaded
 * (`prefetchStylesAndCallHandler`), so Chromium reports an unhandled rejection. The page still shows the error, or follows
 * the redirect.
 */
function ignoreLateHandlers(): void {
  addEventListener("unhandledrejection", (event) => {
    const reason = event.reason as unknown;
    if (reason instanceof Object && "statusText" in reason) event.preventDefault();
  });
}

/**
 * A public page hydrates after its content appears, so navigation waits for that. `waitUntil: "commit"` skips the wait.
 */
function goToLivePages(page: Page): void {
  const goTo = page.goto.bind(page);
  page.goto = async (address, options) => {
    const response = await goTo(address, options);
    // A script in the head sets the theme. Without the theme, scripts are off.
    const waits = (await page.locator('html[data-theme] script[type="text/later"]').count()) > 0;
    if (waits && options?.waitUntil !== "commit") await untilAlive(page.locator("#page"));
    return response;
  };
}

const toasts = new WeakMap<Page, string[]>();

/** A toast passes by in three seconds, which a busy machine may spend elsewhere. So each page keeps what it has shown. */
async function noteToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding("noteToast", ({ page }, text: string) => {
    toasts.set(page, [...(toasts.get(page) ?? []), text]);
  });
  await context.addInitScript(() => {
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement)
          for (const toast of node.querySelectorAll<HTMLElement>(".Toastify__toast"))
            (globalThis as unknown as { noteToast: (text: string) => void }).noteToast(toast.innerText);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Whether the page has shown a toast with this text since the last call. `toasts.spec.ts` looks at a toast itself. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const shown = () => toasts.get(page) ?? [];
  await expect.poll(shown, { message: `a toast: ${text}` }).toContainEqual(expect.stringContaining(text));
  const place = shown().findIndex((each) => each.includes(text));
  toasts.set(page, shown().toSpliced(place, 1));
}

/** Runs a background job of the site now, where a visitor would wait for its next run. */
export async function runJob(site: Pick<Site, "origin">, name: string): Promise<void> {
  const answer = await fetch(`${site.origin}/sandbox/jobs/${encodeURIComponent(name)}`, { method: "POST" });
  expect(answer.status, name).toBe(204);
}

/** Waits for hydration: an earlier submit would be a plain form post. */
export const untilAlive = (part: Locator): Promise<void> =>
  expect
    .poll(() => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__react"))))
    .toBe(true);

/** Returns what lets them go. */
export async function holdAnswers(page: Page, url: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Opens the server's HTML and returns what lets its scripts come. */
export async function gotoBeforeScripts(page: Page, path: string): Promise<() => void> {
  const release = await holdAnswers(page, /\/assets\/framework/);
  await page.goto(path, { waitUntil: "commit" });
  return release;
}

/** After hydration, links need no document request. */
export const untilRouted = (page: Page) => page.waitForFunction(() => "__reactRouterDataRouter" in window);

/** As a link of the page would, without a document request. */
export async function followLink(page: Page, path: string): Promise<void> {
  await untilRouted(page);
  await page.evaluate((address) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
    };
    void router.navigate(address);
  }, path);
}

const postJson = async <Answer>(page: Page, path: string, data: object, token = ""): Promise<Answer> => {
  const answer = await page.request.post(path, { data, headers: { authorization: `Bearer ${token}` } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Answer;
};

/** Logs in by HTTP and leaves the session as the form of `logIn` does, once with that of the sign-up. Returns the access token. */
export async function enter(page: Page, account: Account): Promise<string> {
  const { email, password } = account;
  // A small document of the site.
  await page.goto("/robots.txt");
  const signUp = takeSignUp(account);
  if (signUp) await page.context().addCookies(signUp.map((cookie) => ({ ...cookie, url: page.url() })));
  else {
    const signedIn = await page.request.post("/identity/sign-in", { data: { email, password } });
    expect(signedIn.status(), await signedIn.text()).toBe(200);
  }
  const identity = (await (await page.request.get("/identity/token")).json()) as { token: string };
  const { token } = await postJson<{ token: string }>(page, "/api/jwt", { email }, identity.token);
  await page.evaluate((value) => localStorage.setItem("access-token", value), token);
  return token;
}

export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  if (new URL(page.url(), "http://x").pathname !== "/login") await page.goto("/login");
  // The address comes first, and the home page has a field for an email, too.
  await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expectToast(page, "User Logged In Successfully");
}

/** Enters with a class selected, by HTTP: `selecting.spec.ts` presses the buttons. */
export async function enterWithSelected(page: Page, student: Account, ...classIds: string[]): Promise<void> {
  const token = await enter(page, student);
  for (const classId of classIds) await postJson(page, "/api/selected/class", { classId }, token);
}

/** Logs in where the browser keeps nothing, as in some apps' web views. From here, only links lead on. */
export async function enterUnstored(page: Page, account: Account): Promise<void> {
  await page.addInitScript(() => {
    Storage.prototype.setItem = function (key, value) {
      if (this !== sessionStorage) throw new DOMException("Access is denied.", "SecurityError");
      this[key] = value;
    };
  });
  await page.context().clearCookies();
  await page.goto("/robots.txt");
  await page.evaluate(() => localStorage.clear());
  await logIn(page, account);
  await page.evaluate(() => {
    const get = (): never => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    Object.defineProperty(globalThis, "localStorage", { get });
  });
}

export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const target = wanted.first();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way to ${wanted.toString()} by keyboard`);
}

export async function selectClass(page: Page, name: string): Promise<void> {
  await page.goto(`/classes?${new URLSearchParams({ q: name })}`);
  await page.getByRole("button", { name: `Select ${name}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Class Selected Successfully!");
  await page.getByRole("button", { name: "Keep browsing" }).click();
}

/** Enters with the class selected, by HTTP, and opens its payment. */
export async function openCheckout(page: Page, student: Account, classId: string): Promise<FrameLocator> {
  const token = await enter(page, student);
  const selected = await postJson<{ insertedId: string }>(page, "/api/selected/class", { classId }, token);
  await page.goto(`/dashboard/payment/${selected.insertedId}`);
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
  return cardForm(page);
}

export const cardForm = (page: Page): FrameLocator => page.locator(".payment-element").frameLocator("iframe");

export async function fillCard(form: FrameLocator, number: string): Promise<void> {
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel("Expiration date").fill("12 / 40");
  await form.getByLabel("Security code").fill("123");
}

/** Logs in and pays by HTTP, with the sandbox's good card: `paying.spec.ts` presses the buttons. */
export async function takeSeat(page: Page, student: Account, classId: string): Promise<void> {
  const token = await enter(page, student);
  const { request } = page;
  const provider = (await (await request.get("/api/payment-provider")).json()) as { publishableKey: string };
  const intent = await postJson<{ clientSecret: string }>(
    page,
    "/api/create-payment-intent",
    { classId },
    token,
  );
  const [transactionId = ""] = intent.clientSecret.split("_secret_");
  const confirmed = await request.post(`/v1/payment_intents/${transactionId}/confirm`, {
    headers: { authorization: `Bearer ${provider.publishableKey}` },
    form: {
      client_secret: intent.clientSecret,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": "4242424242424242",
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2040",
      "payment_method_data[card][cvc]": "123",
    },
  });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
  await postJson(page, "/api/payments", { transactionId }, token);
}

/** The dialog after a payment stays; its first words are those of section 8. */
export const expectPaid = (page: Page): Promise<void> =>
  expect(page.getByRole("alertdialog").getByText("Payment Successful")).toBeVisible();

export async function expectEnrolled(page: Page, name: string): Promise<void> {
  await page.goto("/dashboard/enrolled-classes");
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await page.goto("/dashboard/payment-history");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("$49.00");
}

/** The newest mailed link to a page. */
export async function mailedLink(site: Pick<Site, "origin">, email: string, page: string): Promise<string> {
  const find = async (): Promise<string> => {
    const answer = await fetch(`${site.origin}/sandbox/mailbox.json?to=${email}`);
    const mails = (await answer.json()) as { links: string[] }[];
    return mails.flatMap(({ links }) => links).find((link) => link.includes(`${page}?token=`)) ?? "";
  };
  await expect.poll(find).toContain(page);
  return find();
}
