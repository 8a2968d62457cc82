import { enter, expect, test } from "./support/journey.ts";
import { newClass, newStudent } from "./support/school.ts";

test("a list that loads is drawn in construction lines and said in words, and ends also when there is nothing", async ({
  page,
  site,
}) => {
  await enter(page, await newStudent(site));
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/enrolled\//, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/dashboard/enrolled-classes");
  await expect(page.getByRole("status").filter({ hasText: "Loading your classes" })).toHaveCount(1);
  await expect(page.getByRole("progressbar", { name: "Loading your classes" })).toBeVisible();
  await expect(page.locator(".construction")).toHaveCount(3);
  answer();
  await expect(page.getByText("You have not selected any classes yet.")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.locator(".construction")).toHaveCount(0);
});

test("the focus never falls to the body when a dialog's opener is gone or disabled", async ({
  page,
  site,
}) => {
  const { name } = await newClass(site, 5);
  await enter(page, await newStudent(site));
  await page.goto(`/classes?${new URLSearchParams({ q: name })}`);
  await page.getByRole("button", { name: `Select ${name}` }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Class Selected Successfully!");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const focused = page.locator(":focus");
  await expect(focused).toHaveCount(1);
  await expect(focused).not.toHaveJSProperty("tagName", "BODY");
  // The focus moves into the selected card.
  await expect(page.getByRole("listitem").filter({ hasText: name }).locator(":focus")).toHaveCount(1);

  await page.goto("/dashboard/selected-classes");
  await page
    .getByRole("button", { name: new RegExp(`${name}$`) })
    .last()
    .click();
  await page.getByRole("button", { name: "Yes, Delete it!" }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.locator(":focus")).toHaveCount(1);
});
