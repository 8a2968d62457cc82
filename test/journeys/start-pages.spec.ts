import { expectAccessibleAsOpened } from "./support/access.ts";
import { drawing } from "./support/drawing.ts";
import { enter, enterWithSelected, expect, takeSeat, test } from "./support/journey.ts";
import { newClass, newLessons, newPendingClass, newStudent } from "./support/school.ts";
import { demoPassword } from "../../db/demo-school/people.ts";

const teacher = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };
const admin = { name: "Robin Vale", email: "admin@senga.example", password: demoPassword };

test("a new student's desk says what to do next, and shows what is selected", async ({ page, site }) => {
  await enter(page, await newStudent(site));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Your desk" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your first page is blank" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Your desk" })).toHaveAttribute("aria-current", "page");

  const { id, name } = await newClass(site, 5);
  await enterWithSelected(page, await newStudent(site), id);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Selected (1)" })).toBeVisible();
  await page.getByRole("link", { name: `Pay now for ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payment: $49" })).toBeVisible();
});

test("the page of the current class is drawn from the first lesson to the accepted drawing", async ({
  page,
  browser,
  site,
  watch,
}) => {
  const { id, name } = await newClass(site, 5);
  await newLessons(site, id, { title: "First lines" }, [
    { title: "Hold the pencil" },
    { title: "Fifty circles", kind: "exercise" },
  ]);
  const student = await newStudent(site);
  await takeSeat(page, student, id);
  await page.goto("/dashboard");
  const panels = page.getByRole("list", { name: `Lessons of ${name}` });
  await expect(panels.getByRole("link", { name: "Lesson 1: Hold the pencil, open" })).toBeVisible();
  await expect(panels.getByRole("link", { name: "Lesson 2: Fifty circles, open" })).toBeVisible();
  await page.getByRole("link", { name: `Continue ${name}` }).click();
  await page.getByLabel("Mark as done").check();
  await page.goto("/dashboard");
  await expect(page.getByText("1 of 2 lessons done")).toBeVisible();
  await expect(panels.getByRole("link", { name: "Lesson 1: Hold the pencil, done" })).toBeVisible();

  await panels.getByRole("link", { name: /Fifty circles/ }).click();
  await page.locator("#drawing-files").setInputFiles(await drawing("#c0d8e8"));
  await expect(page.getByText("Picture 1", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Hand in" }).click();
  await expect(page.getByText("You’ll hear back by")).toBeVisible();
  await page.goto("/dashboard");
  const comingUp = page.getByRole("region", { name: "Coming up" });
  await expect(comingUp.getByRole("link", { name: "Critique of “Fifty circles”" })).toBeVisible();

  const desk = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await watch.follow(desk.context());
  await enter(desk, teacher);
  await desk.goto("/dashboard");
  await expect(desk.getByRole("heading", { name: /^\d+ drawings? to critique$/ })).toBeVisible();
  await desk.goto("/dashboard/instructor/critiques");
  await desk.getByRole("link", { name: `${student.name}: Fifty circles` }).click();
  await desk.getByRole("button", { name: "Set a pin on picture 1" }).click({ position: { x: 60, y: 60 } });
  await desk.keyboard.type("Closed, at last.");
  await desk.getByLabel("Your critique").fill("Round, every one.");
  await desk.getByLabel("Accepted").check();
  await desk.getByRole("button", { name: `Send to ${student.name}` }).click();
  await expect(desk.getByLabel("Your critique")).toHaveValue("");
  await desk.context().close();

  await page.reload();
  await expect(panels.getByRole("link", { name: "Lesson 2: Fifty circles, accepted" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "You finished every lesson" })).toBeVisible();
  const critique = page.getByRole("region", { name: "Iris Falk on “Fifty circles”" });
  await expect(critique).toContainText("Round, every one.");
  await expectAccessibleAsOpened(page, "a student's desk");
  await critique.getByRole("link").click();
  await page.setViewportSize({ width: 1440, height: 900 });
  const note = page.getByRole("listitem").filter({ hasText: "Closed, at last." });
  const pin = page.getByRole("link", { name: "Pin 1" });
  await expect(note).toBeVisible();
  const middleOf = async (part: typeof pin) => (await part.boundingBox())!;
  await expect
    .poll(async () => Math.abs((await middleOf(note)).y - (await middleOf(pin)).y), {
      message: "pixels between a note and its pin",
    })
    .toBeLessThan(24);
});

test("an instructor's desk lists what a class needs until it is ready to sell", async ({ page, site }) => {
  const { id, name } = await newPendingClass(site);
  await enter(page, teacher);
  await page.goto("/dashboard");
  const checklist = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(checklist.getByText("We’re reviewing it and will email you")).toBeVisible();
  await checklist.getByRole("link", { name: `A published lesson for ${name}` }).click();
  await expect(page).toHaveURL(`/dashboard/instructor/curriculum/${id}`);
  await newLessons(site, id, { title: "First lines" }, [{ title: "Hold the pencil", isPreview: true }]);
  await page.goto("/dashboard");
  await expect(checklist.getByText("A published lesson (done)")).toBeVisible();
  await expect(checklist.getByText("A free preview (done)")).toBeVisible();
  await expect(checklist.getByRole("link", { name: `A published exercise for ${name}` })).toBeVisible();
});

test("an admin's desk leads to what waits for a decision", async ({ page, site }) => {
  await newPendingClass(site);
  await enter(page, admin);
  await page.goto("/dashboard");
  const decisions = page.getByRole("region", { name: "Your decisions" });
  await expect(page.getByText("Total Users")).toBeVisible();
  await decisions.getByRole("link", { name: /\d+ class(es)? to approve/ }).click();
  await expect(page).toHaveURL("/dashboard/manage-classes?status=pending");
  await expect(page.getByRole("heading", { level: 1, name: "Manage Classes" })).toBeVisible();
});

test("on a tablet in landscape, the menu shows the current page's link, above the person", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await enter(page, admin);
  await page.goto("/dashboard/payments");
  const current = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Payments" });
  await expect(current).toHaveAttribute("aria-current", "page");
  const isOnTop = (link: Element): boolean => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return [y + 1, y + height - 1].every((edge) =>
      link.contains(document.elementFromPoint(x + width / 2, edge)),
    );
  };
  await expect.poll(() => current.evaluate(isOnTop)).toBe(true);
});
