import { expect, test } from "./support/journey.ts";
import { newStudent } from "./support/school.ts";

interface Sight {
  readonly text: string;
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
          const sight: Sight = { text: (target as HTMLElement).innerText, role: null };
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
  const { email, password } = await newStudent(site);
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  const sights = () => page.evaluate(() => (globalThis as unknown as { sights: Sight[] }).sights);
  await expect.poll(async () => (await sights()).map(({ lasted }) => lasted !== undefined)).toEqual([true]);
  const [sight] = await sights();
  expect(sight).toMatchObject({ text: "User Logged In Successfully", role: "status" });
  expect(sight?.lasted).toBeGreaterThanOrEqual(2900);
});
