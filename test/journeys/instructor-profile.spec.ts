import { demoPassword } from "../../db/demo-school/people.ts";
import { axeFindings, sidewaysPixels } from "./support/access.ts";
import { drawing } from "./support/drawing.ts";
import { enter, expect, holdAnswers, test } from "./support/journey.ts";
import { asDemo, newStudent } from "./support/school.ts";

const instructor = { name: "Teo Marchetti", email: "teo@senga.example", password: demoPassword };

test("an instructor edits their profile, and their page shows it", async ({ page }) => {
  await enter(page, instructor);
  await page.goto("/dashboard/instructor/profile");
  const links = page.getByRole("navigation", { name: "Dashboard" });
  await expect(links.getByRole("link", { name: "My Profile" })).toHaveAttribute("aria-current", "page");

  await page.getByLabel("One line").fill("Tone, shadow, and a very patient cat");
  await page.getByLabel("Link 3").fill("http://marav.art");
  await page.getByRole("button", { name: "Add a picture" }).click();
  await page.getByRole("button", { name: "Save profile" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText("Enter an address that starts with https://");
  await expect(summary).toContainText("Choose a picture, or remove this one");
  await expect(page.getByLabel("One line")).toHaveValue("Tone, shadow, and a very patient cat");
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel("Link 3").fill("marav.art");
  await page.getByLabel("Picture 4", { exact: true }).setInputFiles(await drawing("#2c7fbe", "cat.jpg"));
  await page.getByLabel("Description of picture 4").fill("A cat asleep on screentone");
  await page.getByRole("button", { name: "Move earlier picture 4" }).click();
  await page.getByRole("button", { name: "Save profile" }).click();
  const done = page.getByRole("alertdialog", { name: "Profile saved" });
  await expect(done).toBeVisible();
  await done.getByRole("link", { name: "your public page" }).click();

  await expect(page.getByRole("heading", { level: 1, name: instructor.name })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("Tone, shadow, and a very patient cat");
  await expect(main).toContainText(/2 classes · \d+ students?/);
  await expect(main.getByRole("link", { name: "marav.art" })).toHaveAttribute("href", "https://marav.art");
  await expect(main.getByRole("link", { name: "Ko-fi" })).toHaveAttribute("rel", /nofollow/);
  const portfolio = page.getByRole("region", { name: "Portfolio" });
  expect(
    await portfolio.getByRole("img").evaluateAll((all) => all.map((each) => (each as HTMLImageElement).alt)),
  ).toEqual([
    "A ball, a box and a cone shaded with screentone dots",
    "A page of pen drills: lines that swell and fade",
    "A cat asleep on screentone",
    "A self-portrait as a fox",
  ]);
  const third = portfolio.getByRole("button", { name: /A cat asleep on screentone/ });
  await third.press("Enter");
  const whole = page.getByRole("dialog", { name: "A cat asleep on screentone" });
  await expect(whole).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(whole).toBeHidden();
  await expect(third).toBeFocused();
  await third.press("Enter");
  await whole.getByText("A cat asleep on screentone").click();
  await expect(whole).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(whole).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await sidewaysPixels(page)).toBe(0);

  await page.goto("/instructors");
  const card = page.getByRole("listitem").filter({ hasText: instructor.name });
  await expect(card).toContainText("Tone, shadow, and a very patient cat");
  await expect(card.getByRole("link").last()).toHaveText(instructor.email);
  const person = JSON.parse(
    (await page.request
      .get((await card.getByRole("link", { name: instructor.name }).getAttribute("href")) ?? "")
      .then((answer) => answer.text())
      .then(
        (html) => /<script type="application\/ld\+json">(\{[^<]*"Person"[^<]*)<\/script>/.exec(html)?.[1],
      )) ?? "{}",
  ) as Record<string, unknown>;
  expect(person).toMatchObject({
    "@type": "Person",
    name: instructor.name,
    sameAs: expect.arrayContaining(["https://marav.art"]),
  });
});

test("what is not saved is not lost by a link", async ({ page }) => {
  await enter(page, { ...instructor, email: "sana@senga.example" });
  await page.goto("/dashboard/instructor/profile");
  await page.getByLabel("Bio").fill("Half a sentence");
  await page.getByRole("link", { name: "My Classes" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Bio")).toHaveValue("Half a sentence");
});

test("what is typed while a profile is saved is not lost by a link", async ({ page, site }) => {
  const account = await newStudent(site);
  const admin = "admin@senga.example";
  const users = await asDemo(site, admin, "GET", `/admin/manage/users?q=${account.email}`);
  await asDemo(site, admin, "PATCH", `/users/instructor/${(users as { _id: string }[])[0]?._id}`);
  await enter(page, account);
  await page.goto("/dashboard/instructor/profile");
  await page.getByLabel("One line").fill("Ink, mostly");
  const release = await holdAnswers(page, "**/api/instructor/profile/**");
  await page.getByRole("button", { name: "Save profile" }).click();
  await page.getByLabel("Bio").fill("Half a sentence");
  release();
  await page.getByRole("button", { name: "OK", exact: true }).click();
  await page.getByRole("link", { name: "My Classes" }).click();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Bio")).toHaveValue("Half a sentence");
});
