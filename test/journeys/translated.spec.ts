import type { Page } from "@playwright/test";
import { cardForm, expect, expectPaid, fillCard, followLink, test } from "./support/journey.ts";
import { newClass, newStudent } from "./support/school.ts";

/** Chrome and Edge put an element beside each text and then remove the text; Safari removes it and then adds another. */
type Way = "Chrome" | "Safari";

/** Translates what is there and what comes. The words stay, so that they can be looked for. */
const translate = (page: Page, way: Way): Promise<void> =>
  page.evaluate((translator) => {
    const translated = new WeakSet<Node>();
    const replace = (text: Text): void => {
      const { parentElement, nextSibling, textContent } = text;
      if (translated.has(text) || !textContent?.trim()) return;
      if (!parentElement || parentElement.closest("font, script, style, title, textarea")) return;
      if (translator === "Chrome") {
        const font = document.createElement("font");
        font.append(document.createElement("font"));
        font.firstElementChild?.append(textContent);
        parentElement.insertBefore(font, text);
        text.remove();
      } else {
        const other = document.createTextNode(textContent);
        translated.add(other);
        text.remove();
        parentElement.insertBefore(other, nextSibling);
      }
    };
    const replaceWithin = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node: Node | null = root; node; node = walker.nextNode())
        if (node instanceof Text) texts.push(node);
      texts.forEach(replace);
    };
    replaceWithin(document.body);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) [target, ...addedNodes].forEach(replaceWithin);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, way);

for (const way of ["Chrome", "Safari"] as const) {
  test(`logging in, selecting and paying work while the page is translated, as ${way} does it`, async ({
    page,
    site,
    watch,
  }) => {
    watch.expectFailure(401, /^\/identity\/sign-in$/);
    const student = await newStudent(site);
    const other = await newClass(site, 4);
    const { id, name } = await newClass(site, 5);
    await page.goto("/login");
    await translate(page, way);
    await page.getByLabel("Email").fill(student.email);
    const password = page.getByLabel("Password", { exact: true });
    const login = page.getByRole("button", { name: "Login", exact: true });
    await password.fill("Wrong!2026");
    await login.click();
    await expect(page.getByRole("alert")).toContainText("Wrong email or password.");
    // Only its words: those of a moment ago are gone.
    await expect(login).toBeVisible();
    await password.fill(student.password);
    await login.click();
    await expect(page).toHaveURL(/\/$/);

    const offer = page.getByRole("complementary", { name: "Join this class" });
    await followLink(page, `/classes/${other.id}`);
    await expect(offer).toContainText("4 seats");
    await followLink(page, `/classes/${id}`);
    await expect(offer).toContainText("5 seats");
    await page.getByRole("button", { name: `Select ${name}`, exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("Class Selected Successfully!");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: `Selected ${name}`, exact: true }).click();
    await page.getByRole("link", { name: `PAY NOW for ${name}` }).click();
    await fillCard(cardForm(page), "4242 4242 4242 4242");
    await page.getByRole("button", { name: "Pay $49", exact: true }).click();
    await expectPaid(page);
    await expect(page).toHaveURL(/\/dashboard\/enrolled-classes$/);
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    expect((await page.locator("main font").count()) > 0).toBe(way === "Chrome");
  });
}
