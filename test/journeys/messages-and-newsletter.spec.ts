import { axeFindings } from "./support/access.ts";
import { admin, confirm, dialog } from "./support/dialogs.ts";
import { enter, expect, expectToast, holdAnswers, test } from "./support/journey.ts";
import { asDemo, newClass } from "./support/school.ts";

test("an admin reads a message, replies by email, and finds it under done", async ({ page }) => {
  const message = `Where is lesson ${Date.now().toString(36)}?`;
  const email = `asker-${Date.now().toString(36)}@example.org`;
  await page.request.post("/api/contact", { data: { name: "Asker", email, message } });
  await enter(page, admin);
  await page.goto("/dashboard/admin-panel");
  await page.getByRole("link", { name: /^Read (it|them)$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Messages\s*\d+ open$/ })).toBeVisible();

  const card = page.getByRole("listitem").filter({ hasText: message });
  await card.getByRole("button", { name: "Reply to Asker" }).click();
  const field = card.getByLabel("Reply to Asker");
  await expect(field).toBeFocused();
  await card.getByRole("button", { name: "Send reply" }).click();
  await expect(field).toHaveAccessibleDescription(/Write a reply first/);
  await field.fill("Right under the second one.");
  expect(await axeFindings(page)).toEqual([]);
  await card.getByRole("button", { name: "Send reply" }).click();
  await expectToast(page, "Your reply to Asker is on its way");
  await expect(card).toBeHidden();

  await page.getByRole("group", { name: "Show" }).getByText("Done").click();
  await page.getByLabel("Search").fill(message);
  await expect(card).toContainText("Right under the second one.");
  await card.getByRole("button", { name: "Mark as not done" }).click();
  await expect(card).toBeHidden();

  const mails = async (): Promise<string> =>
    (await page.request.get(`/sandbox/mailbox.json?to=${email}`)).text();
  await expect.poll(mails).toContain("Right under the second one.");
});

test("what an admin marks while a filter loads does not stay in its list", async ({ page }) => {
  const message = `Which pen is it? ${Date.now().toString(36)}`;
  await page.request.post("/api/contact", { data: { name: "Asker", email: "pen@example.org", message } });
  await enter(page, admin);
  await page.goto("/dashboard/messages");
  const card = page.getByRole("listitem").filter({ hasText: message });
  const read = Promise.withResolvers<void>();
  const marked = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.has("q"),
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await marked.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // The list that stays until the filtered one comes.
  await expect(card).toBeVisible();
  await page.getByLabel("Search").fill(message);
  await read.promise;
  const answer = page.waitForResponse((response) => response.request().method() === "PATCH");
  await card.getByRole("button", { name: "Mark as done" }).click();
  await (await answer).finished();
  marked.resolve();
  await expect(page.getByText("No messages match.")).toBeVisible();
});

test("a reply stays while another admin ends its message", async ({ page, site }) => {
  const message = `Which nib is it? ${Date.now().toString(36)}`;
  await page.request.post("/api/contact", { data: { name: "Asker", email: "nib@example.org", message } });
  await enter(page, admin);
  await page.goto(`/dashboard/messages?${new URLSearchParams({ q: message })}`);
  const card = page.getByRole("listitem").filter({ hasText: message });
  await card.getByRole("button", { name: "Reply to Asker" }).click();
  const field = card.getByLabel("Reply to Asker");
  await field.fill("A flexible one.");
  const [found] = (await asDemo(
    site,
    admin.email,
    "GET",
    `/admin/messages?${new URLSearchParams({ q: message })}`,
  )) as { _id: string }[];
  await asDemo(site, admin.email, "PATCH", `/admin/messages/${found?._id}`, { done: true });
  const listed = page.waitForResponse(/\/api\/admin\/messages\?/);
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await (await listed).finished();
  await expect(page.getByRole("status").filter({ hasText: "1 message on this page" })).toBeAttached();
  await expect(field).toHaveValue("A flexible one.");
  await card.getByRole("button", { name: "Cancel" }).click();
  await confirm(page, "Discard");
  await expect(page.getByText("No messages match.")).toBeVisible();
});

test("a reply that another admin was faster than can be sent again", async ({ page, site, watch }) => {
  const message = `Which ink is it? ${Date.now().toString(36)}`;
  await page.request.post("/api/contact", { data: { name: "Asker", email: "ink@example.org", message } });
  await enter(page, admin);
  const search = new URLSearchParams({ q: message });
  await page.goto(`/dashboard/messages?${search}`);
  const card = page.getByRole("listitem").filter({ hasText: message });
  await card.getByRole("button", { name: "Reply to Asker" }).click();
  const field = card.getByLabel("Reply to Asker");
  await field.fill("India ink.");
  const [found] = (await asDemo(site, admin.email, "GET", `/admin/messages?${search}`)) as { _id: string }[];
  const faster = { text: "The black one." };
  await asDemo(site, admin.email, "POST", `/admin/messages/${found?._id}/replies`, faster);
  const listed = page.waitForResponse(/\/api\/admin\/messages\?/);
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await (await listed).finished();

  watch.expectFailure(409, /\/replies$/);
  await card.getByRole("button", { name: "Send reply" }).click();
  await expect(card.getByText(/^Another admin replied/)).toBeVisible();
  await expect(card).toContainText("The black one.");
  await expect(field).toHaveValue("India ink.");
  await card.getByRole("button", { name: "Send reply" }).click();
  await expectToast(page, "Your reply to Asker is on its way");
  await expect(page.getByText("No messages match.")).toBeVisible();
});

test("a reply that isn’t sent is asked about, and what is typed while one is sent stays", async ({
  page,
}) => {
  const message = `Which brush is it? ${Date.now().toString(36)}`;
  await page.request.post("/api/contact", { data: { name: "Asker", email: "brush@example.org", message } });
  await enter(page, admin);
  await page.goto(`/dashboard/messages?${new URLSearchParams({ q: message })}`);
  const card = page.getByRole("listitem").filter({ hasText: message });
  await card.getByRole("button", { name: "Reply to Asker" }).click();
  const field = card.getByLabel("Reply to Asker");
  await field.fill("A soft one.");
  await page.getByRole("link", { name: "Manage Users" }).click();
  await confirm(page, "Stay");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toContainText("Discard your reply?");
  await confirm(page, "Keep writing");
  await expect(field).toHaveValue("A soft one.");

  const release = await holdAnswers(page, /\/replies$/);
  const send = card.getByRole("button", { name: "Send reply" });
  await send.click();
  await expect(card.getByRole("button", { name: "Sending…" })).toBeVisible();
  await field.fill("A soft one. And a hard one.");
  release();
  await expectToast(page, "Your reply to Asker is on its way");
  await expect(card.getByRole("blockquote")).toContainText("A soft one.");
  await expect(field).toHaveValue("A soft one. And a hard one.");
  await field.fill("And a hard one.");
  await send.click();
  await expect(page.getByText("No messages match.")).toBeVisible();
  await page.getByRole("link", { name: "Manage Users" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Manage Users" })).toBeVisible();
});

test("an admin looks at the newsletter, tests it on themselves and sends it", async ({ page, site }) => {
  const { name } = await newClass(site, 5);
  await enter(page, admin);
  await page.goto("/dashboard/newsletter");
  await expect(page.getByText(/\d+ confirmed subscribers/)).toBeVisible();
  // A decision becomes news only after some seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { level: 3, name })).toBeVisible({ timeout: 5000 });
  }).toPass();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText(`A test is on its way to ${admin.email}.`)).toBeVisible();
  const mails = async (): Promise<string> =>
    (await page.request.get(`/sandbox/mailbox.json?to=${admin.email}`)).text();
  await expect.poll(mails).toContain("[Test]");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV the subscribers" }).click();
  expect((await download).suggestedFilename()).toBe("subscribers.csv");

  await page.getByRole("button", { name: /^Send to \d+ subscribers$/ }).click();
  await expect(dialog(page)).toContainText("You can’t undo this.");
  await confirm(page, "Yes, Send It!");
  await expect(page.getByRole("alertdialog", { name: "Newsletter on its way" })).toBeVisible();
  await page.getByRole("button", { name: "OK", exact: true }).click();
  const sent = page
    .getByRole("row")
    .filter({ hasText: `by ${admin.name}` })
    .first();
  await expect(sent.getByRole("cell").nth(3)).toHaveText("3");
  await expect(sent.getByRole("cell").nth(5)).toHaveText("0");
  const arrived = async (): Promise<string> =>
    (await page.request.get("/sandbox/mailbox.json?to=wren@reader.example")).text();
  await expect.poll(arrived).toContain(name);
});
