import {
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
  test as base,
  expect,
} from "@playwright/test";
import type { Account } from "./school.ts";
import { type Site, startSite } from "./site.ts";

/** An answer that a journey means to provoke; the browser logs each as an error. */
interface ExpectedFailure {
  /** 0 for a request that is cut off. */
  readonly status: number;
  readonly path: RegExp;
}

interface Watch {
  /** Says that this failure belongs to the journey. All others fail it. */
  readonly expectFailure: (status: number, path: RegExp) => void;
  /** Says that the site itself warns in these words, in the console. */
  readonly expectWords: (words: string) => void;
  /** Watches a page of another context as well. */
  readonly follow: (context: BrowserContext) => Promise<void>;
}

/**
 * A journey through the site. It fails on an error in the console (a violation of the content security policy is one), an
 * exception in a page, or a request to an address outside this machine.
 */
export const test = base.extend<{ watch: Watch }, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  watch: [
    async ({ context, site }, use) => {
      const noise: string[] = [];
      const expected: ExpectedFailure[] = [];
      const expectedWords: string[] = [];
      const follow = async (followed: BrowserContext): Promise<void> => {
        for (const page of followed.pages()) goToLivePages(page);
        followed.on("page", goToLivePages);
        await followed.route(
          (url) => !["localhost", "127.0.0.1"].includes(url.hostname) && /^https?:$/.test(url.protocol),
          (route) => {
            noise.push(`a request to ${route.request().url()}`);
            return route.abort();
          },
        );
        followed.on("console", (message) => {
          if (message.type() !== "error" && message.type() !== "warning") return;
          if (expectedWords.some((words) => message.text().startsWith(words))) return;
          // No status: the request was cut off.
          const status = Number(/responded with a status of (\d+)/.exec(message.text())?.[1] ?? 0);
          const path = message.location().url.replace(site.origin, "");
          if (!expected.some((failure) => failure.status === status && failure.path.test(path))) {
            noise.push(`console ${message.type()}: ${message.text()} (${path})`);
          }
        });
        followed.on("weberror", (error) =>
          noise.push(`exception: ${error.error().stack ?? error.error().message}`),
        );
      };
      await follow(context);
      await use({
        expectFailure: (status, path) => expected.push({ status, path }),
        expectWords: (words) => expectedWords.push(words),
        follow,
      });
      expect(noise, "noise on the way").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * A public page's script starts after what is seen has come. A journey that is no faster than a person waits for it, unless
 * it goes there with `waitUntil: "commit"` to see what happens before.
 */
function goToLivePages(page: Page): void {
  const goTo = page.goto.bind(page);
  page.goto = async (address, options) => {
    const response = await goTo(address, options);
    // The theme is set by a script in the page's head: without it, scripts are switched off.
    const waits = (await page.locator('html[data-theme] script[type="text/later"]').count()) > 0;
    if (waits && options?.waitUntil !== "commit") await untilAlive(page.locator("#page"));
    return response;
  };
}

/** Waits until the page's script has taken over a part that came with the page: before that, a form sends itself. */
export const untilAlive = (part: Locator): Promise<void> =>
  expect
    .poll(() => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__react"))))
    .toBe(true);

/** Logs in by the page's form. */
export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  if (new URL(page.url(), "http://x").pathname !== "/login") await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("User Logged In Successfully")).toBeVisible();
}

/** Selects the class among those that the catalogue finds by its name. */
export async function selectClass(page: Page, name: string): Promise<void> {
  await page.goto(`/classes?${new URLSearchParams({ q: name })}`);
  await page.getByRole("button", { name: `Select ${name}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Class Selected Successfully!");
  await page.getByRole("button", { name: "Keep browsing" }).click();
}

/** Goes to the payment of a selected class and waits for the card form. */
export async function openPayment(page: Page, name: string): Promise<FrameLocator> {
  await page.goto("/dashboard/selected-classes");
  await page.getByRole("link", { name: `PAY NOW for ${name}` }).click();
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();
  return cardForm(page);
}

export const cardForm = (page: Page): FrameLocator => page.locator(".payment-element").frameLocator("iframe");

export async function fillCard(form: FrameLocator, number: string): Promise<void> {
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel("Expiration date").fill("12 / 40");
  await form.getByLabel("Security code").fill("123");
}

/** The student sees the class among the enrolled ones and the payment in the history. */
export async function expectEnrolled(page: Page, name: string): Promise<void> {
  await page.goto("/dashboard/enrolled-classes");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.goto("/dashboard/payment-history");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("$49.00");
}
