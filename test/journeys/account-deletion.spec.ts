import { readFileSync } from "node:fs";
import { unzip } from "../support/zip.ts";
import { problems } from "../../src/features/office/privacy/contract.ts";
import { expectAccessibleAsOpened, extremes } from "./support/access.ts";
import { enter, expect, expectToast, test } from "./support/journey.ts";
import { newStudent } from "./support/school.ts";

test("somebody downloads what is theirs, deletes their account, and can't log in any more", async ({
  page,
  site,
  watch,
}) => {
  const student = await newStudent(site);
  await enter(page, student);
  await page.goto("/dashboard/account");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("senga-account.zip");
  const files = unzip(readFileSync(await download.path()));
  expect(JSON.parse(files.get("data/account.json")!.toString())).toMatchObject([{ email: student.email }]);

  await test.step("a download asks for the password when the login is not recent", async () => {
    watch.expectFailure(403, /^\/api\/account\/export/);
    await page.route(
      "**/api/account/export",
      (route) => route.fulfill({ status: 403, json: problems["sign-in-again"] }),
      { times: 1 },
    );
    await page.getByRole("button", { name: "Download my data" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Is this you?" });
    await expect(dialog.getByLabel("Your password")).toBeFocused();
    await expectAccessibleAsOpened(page, "the question before a download", extremes, "[role=alertdialog]");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter your password")).toBeVisible();
    await page.keyboard.type(student.password);
    const saved = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await saved).suggestedFilename()).toBe("senga-account.zip");
    await expect(dialog).toBeHidden();
  });

  const open = page.getByRole("button", { name: "Delete my account…" });
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  await test.step("who keeps the account while the password is checked keeps it", async () => {
    await open.click();
    await dialog.getByLabel("Your email address").fill(student.email);
    await dialog.getByLabel("Your password", { exact: true }).fill(student.password);
    const [asked, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/identity/sign-in", async (route) => {
      asked.resolve();
      await checked.promise;
      await route.continue();
    });
    const answered = page.waitForResponse("**/identity/sign-in");
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await asked.promise;
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await expect(dialog).toBeHidden();
    checked.resolve();
    await (await answered).finished();
    await page.unroute("**/identity/sign-in");
    await page.reload();
    await expect(open).toBeVisible();
  });

  await open.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Your email address")).toBeFocused();
  await expectAccessibleAsOpened(page, "the question before a deletion", extremes, "[role=alertdialog]");
  const confirm = dialog.getByRole("button", { name: "Delete my account" });
  await confirm.click();
  await expect(dialog.getByText("Enter your password")).toBeVisible();
  await dialog.getByLabel("Your email address").fill("somebody-else@example.org");
  await dialog.getByLabel("Your password", { exact: true }).fill(student.password);
  await confirm.click();
  await expect(dialog.getByText(`Type ${student.email}`).last()).toBeVisible();
  await dialog.getByLabel("Your email address").fill(student.email);
  await dialog.getByLabel("Your password", { exact: true }).fill("Wrong!2026");
  watch.expectFailure(401, /\/identity\/sign-in/);
  await confirm.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Your password", { exact: true }).fill(student.password);
  await confirm.click();
  await expectToast(page, "Your account has been deleted.");
  await expect(page).toHaveURL(/\/$/);

  await page.goto("/login");
  await page.getByLabel("Email").fill(student.email);
  await page.getByLabel("Password", { exact: true }).fill(student.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
});
