import { expect, test } from "./support/journey.ts";
import { newStudent } from "./support/school.ts";

interface Sight {
  readonly text: string;
  readonly role: string | null;
  /** The share of it that is inside the window. */
  readonly visible: number;
  /** Milliseconds between its appearance and its end. */
  lasted?: number;
}

test("a toast is seen, announced, and gone after three seconds", async ({ page, site }) => {
  await page.addInitScript(() => {
    const sights = ((globalThis as unknown as { sights: Sight[] }).sights = []) as Sight[];
    const onScreen = new IntersectionObserver((entries) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio === 0) continue;
        onScreen.unobserve(target);
        const announced = target.querySelector("[role]") ?? target;
        const since = performance.now();
        const sight: Sight = {
          text: (target as HTMLElement).innerText,
          role: announced.getAttribute("role"),
          visible: intersectionRatio,
        };
        sights.push(sight);
        const ending = new MutationObserver(() => {
          if (!target.isConnected) sight.lasted ??= performance.now() - since;
        });
        ending.observe(document, { childList: true, subtree: true });
      }
    });
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement)
          for (const toast of node.querySelectorAll(".Toastify__toast")) onScreen.observe(toast);
    }).observe(document, { childList: true, subtree: true });
  });
  const { email, password } = await newStudent(site);
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  const sights = () => page.evaluate(() => (globalThis as unknown as { sights: Sight[] }).sights);
  await expect.poll(async () => (await sights()).map(({ lasted }) => lasted !== undefined)).toEqual([true]);
  const [sight] = await sights();
  expect(sight).toMatchObject({ text: "User Logged In Successfully", role: "status", visible: 1 });
  expect(sight?.lasted).toBeGreaterThanOrEqual(2900);
});
