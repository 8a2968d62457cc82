import type { Page } from "@playwright/test";
import { enter, expect, logIn, test } from "./support/journey.ts";
import { newStudent } from "./support/school.ts";

let made = 0;

/** Returns the links in the mail. */
async function subscribe(page: Page): Promise<{ confirm: string; unsubscribe: string }> {
  made += 1;
  const email = `reader-${Date.now().toString(36)}-${process.pid}-${made}@example.org`;
  const asked = await page.request.post("/api/newsletter", { data: { name: "Reader", email } });
  expect(await asked.json()).toEqual({ accepted: true });
  const links = async (): Promise<string[]> => {
    const mails = (await (await page.request.get(`/sandbox/mailbox.json?to=${email}`)).json()) as {
      links: string[];
    }[];
    return mails.flatMap((mail) => mail.links);
  };
  await expect.poll(links).toHaveLength(2);
  const found = await links();
  const linkTo = (path: string) => found.find((link) => new URL(link).pathname === path) ?? "";
  return { confirm: linkTo("/newsletter/confirm"), unsubscribe: linkTo("/newsletter/unsubscribe") };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("the newsletter: confirmed by the mailed link, ended by the other", async ({ page, watch }) => {
  watch.expectFailure(410, /^\/api\/newsletter\/confirm$/);
  const links = await subscribe(page);
  await page.goto(links.confirm);
  await page.getByRole("button", { name: "Confirm my subscription" }).click();
  await expect(heading(page, "You’re on the list")).toBeFocused();

  await page.goto(links.unsubscribe);
  await page.getByRole("main").getByRole("button", { name: "Unsubscribe" }).click();
  await expect(heading(page, "You’re unsubscribed")).toBeFocused();

  await page.goto(links.confirm);
  await page.getByRole("button", { name: "Confirm my subscription" }).click();
  await expect(page.getByRole("alert")).toContainText("This link no longer works.");
});

test("an address that cannot be one is marked at its field, with and without a script", async ({
  browser,
  page,
  site,
  watch,
}) => {
  watch.expectFailure(400, /newsletter$/);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  for (const reader of [page, await plain.newPage()]) {
    await reader.goto("/newsletter");
    const email = reader.getByLabel("Email");
    await reader.getByLabel("Name").fill("Ada");
    await email.fill("plain text");
    await reader.getByRole("button", { name: "Subscribe" }).click();
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await expect(email).toHaveAccessibleDescription(
      "Error: Enter a valid email address, like name@example.com",
    );
    await expect(email).toHaveValue("plain text");
    await expect(reader.getByLabel("Name")).toHaveValue("Ada");
  }
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("the newsletter without a script, and by the address that mail programs know", async ({
  browser,
  page,
  site,
}) => {
  const links = await subscribe(page);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const reader = await plain.newPage();
  await reader.goto(links.confirm);
  await reader.getByRole("button", { name: "Confirm my subscription" }).click();
  await expect(heading(reader, "You’re on the list")).toBeVisible();

  const token = new URL(links.unsubscribe).searchParams.get("token") ?? "";
  await reader.goto(`/api/newsletter/unsubscribe/${token}`);
  await reader.getByRole("main").getByRole("button", { name: "Unsubscribe" }).click();
  await expect(heading(reader, "You’re unsubscribed")).toBeVisible();

  await reader.goto(links.confirm);
  await reader.getByRole("button", { name: "Confirm my subscription" }).click();
  await expect(reader.getByRole("alert")).toContainText("This link no longer works.");
});

test("a student applies to teach, and changes what they sent", async ({ page, site }) => {
  const account = await newStudent(site);
  await page.goto("/teach");
  await page.getByRole("link", { name: "Log in to apply" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/teach$/);

  const text = page.getByLabel("What do you want to teach?");
  const portfolio = page.getByLabel("Portfolio link");
  await text.fill("Hands.");
  await portfolio.fill("my hands");
  await page.getByRole("button", { name: "Send my application" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Write at least 20 characters" }).click();
  await expect(text).toBeFocused();
  await expect(portfolio).toHaveValue("my hands");

  await text.fill("Hands, which I have drawn for ten years.");
  // The form accepts a URL without its scheme.
  await portfolio.fill("example.org/hands");
  await page.getByRole("button", { name: "Send my application" }).click();
  await expect(page.getByRole("alertdialog", { name: "Application sent" })).toContainText(account.email);
  await page.getByRole("button", { name: "OK", exact: true }).click();

  await page.reload();
  await expect(page.getByText("You applied on")).toBeVisible();
  await expect(text).toHaveValue("Hands, which I have drawn for ten years.");
  await expect(portfolio).toHaveValue("https://example.org/hands");
  await text.fill("Hands, and the folds of the sleeves around them.");
  await page.getByRole("button", { name: "Update application" }).click();
  await expect(page.getByRole("alertdialog", { name: "Application updated" })).toBeVisible();

  const subjects = async (): Promise<string[]> => {
    const mails = await page.request.get(`/sandbox/mailbox.json?to=${account.email}`);
    return ((await mails.json()) as { subject: string }[]).map(({ subject }) => subject);
  };
  await expect.poll(subjects).toContain("We have your application to teach");
  await expect.poll(subjects).toContain("We have the changes to your application");
});

test("an application that isn’t sent is not lost by a link, and one that is sent may be left", async ({
  page,
  site,
}) => {
  await enter(page, await newStudent(site));
  await page.goto("/teach");
  const text = page.getByLabel("What do you want to teach?");
  const leave = () => page.getByRole("banner").getByRole("link", { name: "Classes", exact: true }).click();
  await text.fill("  Hands, which I have drawn for ten years.");
  await leave();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(text).toHaveValue("  Hands, which I have drawn for ten years.");
  await page.getByLabel("Portfolio link").fill("example.org/hands");
  await page.getByRole("button", { name: "Send my application" }).click();
  await page.getByRole("button", { name: "OK", exact: true }).click();
  await leave();
  await expect(page).toHaveURL(/\/classes$/);
});

test("who teaches already is led to the dashboard", async ({ page }) => {
  await enter(page, { name: "", email: "instructor@senga.example", password: "Draw!2026" });
  await page.goto("/teach");
  await expect(page.getByText("You’re already teaching on Senga.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open your dashboard" })).toHaveAttribute("href", "/dashboard");
});
