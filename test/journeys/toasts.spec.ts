import type { Page } from "@playwright/test";
import { expect, test } from "./support/journey.ts";
import { type Account, newStudent } from "./support/school.ts";

interface Sight {
  readonly text: string;
  /** What the live regions hold as it appears. */
  readonly announced: readonly string[];
  role: string | null;
  /** Milliseconds between its appearance and its end. */
  lasted?: number;
}

test("a toast is seen, announced, and gone after three seconds", async ({ page, site }) => {
  await page.addInitScript(() => {
    const sights = ((globalThis as unknown as { sights: Sight[] }).sights = []) as Sight[];
    const onScreen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          onScreen.unobserve(target);
          const since = performance.now();
          const announced = [...document.querySelectorAll(".toasts > [aria-live]")].map(
            ({ textContent }) => textContent,
          );
          const sight: Sight = { text: (target as HTMLElement).innerText, announced, role: null };
          sights.push(sight);
          new MutationObserver(() => {
            sight.role ??= target.getAttribute("role");
            if (!target.isConnected) sight.lasted ??= performance.now() - since;
          }).observe(document, { childList: true, attributes: true, subtree: true });
        }
      },
      { threshold: 0.9 },
    );
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement)
          for (const toast of node.querySelectorAll(".Toastify__toast")) onScreen.observe(toast);
    }).observe(document, { childList: true, subtree: true });
  });
  const student = await newStudent(site);
  await page.goto("/login");
  await expect(page.locator(".toasts > [aria-live]"), "there before the text").toHaveText(["", ""]);
  await logIn(page, student);
  const sights = () => page.evaluate(() => (globalThis as unknown as { sights: Sight[] }).sights);
  await expect.poll(async () => (await sights()).map(({ lasted }) => lasted !== undefined)).toEqual([true]);
  const [sight] = await sights();
  const text = "User Logged In Successfully";
  expect(sight).toMatchObject({ text, announced: [text, ""], role: "" });
  expect(sight?.lasted).toBeGreaterThanOrEqual(2900);
});

test("a message is seen without the script of the toasts", async ({ page, site, watch }) => {
  watch.expectFailure(0, /^\/assets\/toast-stack-/);
  await page.route(/\/assets\/toast-stack-.*\.js$/, (route) => route.abort());
  await page.addInitScript(() => {
    const seen = ((globalThis as unknown as { seen: Set<string> }).seen = new Set<string>());
    addEventListener("animationend", ({ target }) => {
      const toasts = (target as HTMLElement).closest(".toasts");
      if (toasts?.checkVisibility({ opacityProperty: true })) seen.add((target as HTMLElement).innerText);
    });
  });
  const student = await newStudent(site);
  await page.goto("/login");
  await logIn(page, student);
  const seen = () => page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  await expect.poll(seen).toEqual(["User Logged In Successfully"]);
});

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}
