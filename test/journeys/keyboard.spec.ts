import { expect, expectPaid, expectToast, tabTo, test } from "./support/journey.ts";
import { newClass, newStudent } from "./support/school.ts";

test("the whole way by keyboard alone", async ({ page, site }) => {
  const { name } = await newClass(site, 5);
  const { email, password } = await newStudent(site);
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();

  await tabTo(page, page.getByRole("link", { name: "Login" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeFocused();
  await tabTo(page, page.getByRole("textbox", { name: "Email" }));
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expectToast(page, "User Logged In Successfully");

  await tabTo(page, page.getByRole("link", { name: "Classes" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeFocused();
  await expect(page.getByRole("button", { name: `Select ${name}` })).toBeEnabled();
  await tabTo(page, page.getByRole("button", { name: `Select ${name}` }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toContainText("Class Selected Successfully!");
  await expect(page.getByRole("alertdialog")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();

  await page.keyboard.press("Home");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(page, page.getByRole("link", { name: "Selected Classes" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Selected Classes" })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: `PAY NOW for ${name}` }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Pay $49" })).toBeEnabled();

  const form = page.locator(".payment-element").frameLocator("iframe");
  const number = form.getByLabel("Card number");
  for (let presses = 0; presses < 40; presses += 1) {
    if (await number.evaluate((element) => element === element.ownerDocument.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("4242424242424242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1240");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await tabTo(page, page.getByRole("button", { name: "Pay $49" }));
  await page.keyboard.press("Enter");
  await expectPaid(page);
  await expect(page.getByRole("alertdialog")).toBeFocused();
  for (const link of ["See the class", "Receipt"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("alertdialog").getByRole("link", { name: link })).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "Enrolled Classes" })).toBeFocused();
  await expect(page.getByRole("heading", { name })).toBeVisible();
});
