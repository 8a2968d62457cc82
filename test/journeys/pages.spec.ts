import type { Page } from "@playwright/test";
import { expect, gotoBeforeScripts, holdAnswers, test, untilAlive } from "./support/journey.ts";

const pages = [
  {
    path: "/about-us",
    title: "About us · Senga",
    heading: /Every page you love started blank\./,
    says: [
      "Step-by-step video tutorials",
      "Downloadable materials",
      "Access on all devices",
      "Community support groups",
      "Certificates on completion",
      "Beginner",
      "Intermediate",
      "Advanced",
    ],
  },
  {
    path: "/contact-us",
    title: "Contact us · Senga",
    heading: "Contact Us",
    says: ["Based in New York City, USA", "We respond within 24 – 48 hours."],
  },
  {
    path: "/terms-and-conditions",
    title: "Terms and Conditions · Senga",
    heading: "Terms and Conditions",
    says: [
      "Dated 1 May 2025",
      "Accounts are for people who are 13 or older.",
      "Purchases are final once accessed. One exception takes precedence",
    ],
  },
  {
    path: "/privacy-policy",
    title: "Privacy Policy · Senga",
    heading: "Privacy Policy",
    says: [
      "Dated 1 May 2025",
      "senga.session_token (cookie)",
      "access-token (local storage)",
      "No analytics",
    ],
  },
  {
    path: "/disclaimer",
    title: "Disclaimer · Senga",
    heading: "Disclaimer",
    says: ["Dated 1 May 2025", "It is not an accredited degree."],
  },
  {
    path: "/refund-policy",
    title: "Refund Policy · Senga",
    heading: "Refund Policy",
    says: [
      "Dated 1 May 2025",
      "You withdraw within 7 days of purchase.",
      "You have accessed less than 20% of the course.",
      "Discounted and promotional purchases are not refunded.",
      "choose “Withdraw from this class”",
      "with your name, the email address of your Senga account, the course name and, if you like, your reason",
      "Within 3–5 business days",
      "Within 5–10 business days",
      "we may suspend access to the course in question",
    ],
  },
] as const;
const policies = pages.slice(2);

/** The contents lead to every section. */
async function expectContents(page: Page): Promise<void> {
  const contents = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  const sections = page.getByRole("main").getByRole("heading", { level: 2, name: /^\d+\. / });
  expect(await contents.allTextContents()).toEqual(await sections.allTextContents());
  expect(await contents.count()).toBeGreaterThan(5);
  await contents.last().click();
  await expect(sections.last()).toBeInViewport();
}

async function followOtherPolicy(page: Page, title: string): Promise<void> {
  const others = page.getByRole("navigation", { name: "Our other policies" }).getByRole("link");
  await expect(others).toHaveCount(3);
  const next = (await others.first().textContent()) ?? "";
  expect(title).not.toContain(next);
  await others.first().click();
  await expect(page.getByRole("heading", { level: 1, name: next })).toBeFocused();
}

for (const javaScriptEnabled of [true, false])
  test(`the pages say what they promise${javaScriptEnabled ? ", and their links lead on" : " without JavaScript"}`, async ({
    browser,
    site,
    watch,
  }) => {
    const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled });
    await watch.follow(context);
    const page = await context.newPage();
    for (const { path, title, heading, says } of pages)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page).toHaveTitle(title);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
        for (const sentence of says)
          await expect(page.getByRole("main").getByText(sentence).first()).toBeVisible();
        if (!javaScriptEnabled) return;
        if (path === "/refund-policy")
          await expect(page.getByRole("link", { name: "support@senga.example" }).first()).toHaveAttribute(
            "href",
            /^mailto:support@senga\.example\?subject=Withdrawal&body=I%20withdraw/,
          );
        if (path === "/contact-us")
          for (const [name, href] of [
            ["support@senga.example", "mailto:support@senga.example"],
            ["+1 212 555 0143", "tel:+12125550143"],
          ] as const)
            await expect(page.getByRole("main").getByRole("link", { name })).toHaveAttribute("href", href);
        if (path === "/about-us") {
          const main = page.getByRole("main");
          await expect(main.getByRole("link", { name: "Start teaching" })).toHaveAttribute("href", "/teach");
          await main.getByRole("link", { name: "Browse classes" }).click();
          await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeFocused();
        }
        if (policies.some((policy) => policy.path === path)) {
          await expectContents(page);
          await followOtherPolicy(page, title);
        }
      });
  });

test("a phone's menu that is opened before the page's script has come stays open, and closes on the next page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await gotoBeforeScripts(page, "/about-us");
  const button = page.getByRole("banner").getByRole("button", { name: /menu/i });
  await button.click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu).toBeVisible();
  release();
  await untilAlive(page.locator("#page"));
  // It comes with the session, after the effects of hydration.
  await expect(menu.locator("..").getByRole("link", { name: "Sign up" })).toBeVisible();
  await menu.getByRole("link", { name: "Instructors" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Instructors" })).toBeVisible();
  await expect(menu).toBeHidden();
});

test("the policies answer however their addresses are written", async ({ request }) => {
  for (const { path, heading } of policies) {
    for (const address of [`${path}/`, path.toUpperCase(), `${path}?from=mail`]) {
      const answer = await request.get(address);
      expect(answer.status(), address).toBe(200);
      expect(await answer.text()).toContain(`<title>${heading} · Senga</title>`);
    }
  }
});

const status = (page: Page) => page.getByRole("main").getByRole("status");

async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel("Name").fill("Noor Haddad");
  await page.getByLabel("Email").fill("noor@example.org");
  await page.getByLabel("Message").fill(message);
}

test("what is missing or wrong in a message is shown at its field, first by the page, then by the server", async ({
  page,
  watch,
}) => {
  watch.expectFailure(400, /^\/api\/contact$/);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/contact")) sent.push(request.url());
  });
  await page.goto("/contact-us");
  const send = page.getByRole("button", { name: "Send message" });

  await test.step("the field for programs is there for neither eyes, ears nor keys", async () => {
    await expect(page.getByRole("textbox")).toHaveCount(3);
    await page.getByLabel("Message").focus();
    await page.keyboard.press("Tab");
    await expect(send).toBeFocused();
    const trap = page.locator('input[name="website"]');
    await expect(trap).toHaveAttribute("autocomplete", "off");
    const box = await trap.locator("..").boundingBox();
    expect(Math.max(box?.width ?? 0, box?.height ?? 0)).toBeLessThanOrEqual(1);
  });

  await send.click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  for (const message of ["Name is required", "Email is required", "Message is required"]) {
    await expect(summary).toContainText(message);
  }
  await summary.getByRole("link", { name: "Message is required" }).click();
  await expect(page.getByLabel("Message")).toBeFocused();

  await write(page, "Where do I find the worksheets?");
  await page.getByLabel("Email").fill("noor@");
  await send.click();
  await expect(page.getByText("Enter a valid email address, like name@example.com")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveValue("Where do I find the worksheets?");
  await expect(status(page)).toBeEmpty();
  expect(sent).toEqual([]);

  // The browser accepts this email, but the server does not.
  await page.getByLabel("Email").fill("noor@example..org");
  await send.click();
  await expect(page.getByText("Error: Enter a valid email address, like name@example.com")).toBeVisible();
  await expect(status(page)).toHaveText("Failed to send message. Please try again later.");
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Email").fill("noor@example.org");
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "false");
});

test("what is written while a message is sent stays", async ({ page }) => {
  const release = await holdAnswers(page, "**/api/contact");
  await page.goto("/contact-us");
  await write(page, "Where is the thumb?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(status(page)).toHaveText("Sending...");
  await page.getByLabel("Message").fill("Where is the thumb? And the index finger?");
  release();
  await expect(status(page)).toHaveText("Message Sent Successfully!");
  await expect(page.getByLabel("Message")).toHaveValue("Where is the thumb? And the index finger?");
});

test("a message that cannot be sent is kept, and then sent once however often the button is pressed", async ({
  page,
  watch,
}) => {
  watch.expectFailure(0, /^\/api\/contact$/);
  watch.expectFailure(500, /^\/api\/contact$/);
  await page.goto("/contact-us");
  const message = `The thumb of lesson ${Date.now()}`;
  await write(page, message);
  const send = page.getByRole("button", { name: "Send message" });
  const failed = "Failed to send message. Please try again later.";
  await page.route("**/api/contact", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      body: '{"code":"internal-error"}',
    }),
  );
  await send.click();
  await expect(status(page)).toHaveText(failed);
  await page.unroute("**/api/contact");

  await page.route("**/api/contact", (route) => route.abort());
  await send.click();
  await expect(status(page)).toContainText(failed);
  await expect(status(page)).toContainText("Can’t reach Senga.");
  await page.unroute("**/api/contact");

  await expect(page.getByLabel("Name")).toHaveValue("Noor Haddad");
  await expect(page.getByLabel("Email")).toHaveValue("noor@example.org");
  await expect(page.getByLabel("Message")).toHaveValue(message);

  const bodies: unknown[] = [];
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route("**/api/contact", async (route) => {
    bodies.push(route.request().postDataJSON());
    await opened;
    await route.continue();
  });
  await send.dblclick();
  await expect(status(page)).toHaveText("Sending...");
  await send.click();
  open();
  await expect(status(page)).toHaveText("Message Sent Successfully!");
  for (const field of ["Name", "Email", "Message"]) await expect(page.getByLabel(field)).toHaveValue("");
  expect(bodies).toEqual([{ name: "Noor Haddad", email: "noor@example.org", message, website: "" }]);

  const mails = async (): Promise<string> =>
    (await page.request.get("/sandbox/mailbox.json?to=support@senga.example")).text();
  await expect.poll(mails).toContain(message);

  await page.getByLabel("Name").fill("N");
  await expect(status(page)).toBeEmpty();
});
