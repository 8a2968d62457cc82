import { expectAccessibleAsOpened, sidewaysPixels, sizes } from "./support/access.ts";
import { enter, expect, takeSeat, test } from "./support/journey.ts";
import { newClass, newLessons, newStudent } from "./support/school.ts";

test("a visitor sees what is inside, reads the previews, and is told how to open the rest", async ({
  page,
  browser,
  site,
  watch,
}) => {
  watch.expectFailure(403, /^\/classes\/.*\/lessons\//);
  watch.expectFailure(404, /^\/classes\/.*\/lessons\//);
  const { id, name } = await newClass(site, 5);
  await page.goto(`/classes/${id}`);
  const panel = page.getByRole("complementary", { name: "Join this class" });
  await expect(panel).toContainText("Lessons aren’t out yet. We’ll email you when the first one is");
  await expect(panel).toContainText("Refundable within 7 days of the first lesson if you");
  await expect(panel).not.toContainText("Start anytime");
  const [, closed = ""] = await newLessons(site, id, { title: "First lines" }, [
    { title: "Hold the pencil", isPreview: true },
    { title: "Ten gestures" },
    { title: "Shoulders", isPreview: true },
  ]);
  await page.reload();
  await expect(panel).toContainText("Start anytime, at your own pace");
  await expect(panel).toContainText("Refundable within 7 days of purchase");
  await expect(panel).not.toContainText("Lessons aren’t out yet");
  await newLessons(site, id, { title: "Ink", opensAfterDays: 30 }, [{ title: "Line weight" }]);
  await page.goto(`/classes/${id}`);
  const inside = page.getByRole("region", { name: "What’s inside" });
  await expect(inside.getByText(/^4 lessons/)).toBeVisible();
  await expect(inside.getByRole("listitem").filter({ hasText: /^Ink/ })).toContainText(/Opens .* UTC/);
  await expect(inside.getByRole("link")).toHaveText([/^Hold the pencil/, /^Shoulders/]);
  const course = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? "{}",
  ) as { syllabusSections: { name: string }[]; hasCourseInstance: { startDate: string } };
  expect(course.syllabusSections.map((section) => section.name)).toEqual(["First lines", "Ink"]);
  expect(course.hasCourseInstance.startDate).toMatch(/^\d{4}-\d\d-\d\d$/);

  await inside.getByRole("link", { name: /^Hold the pencil/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hold the pencil" })).toBeFocused();
  const preview = new URL(page.url()).pathname;
  await page.getByRole("link", { name: /Next preview/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Shoulders" })).toBeVisible();
  await page.getByRole("link", { name: "See the class" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(inside).toBeVisible();
  await expectAccessibleAsOpened(page, "a class with lessons");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysPixels(page), "a class with lessons sideways at 320 px").toBe(0);
  await page.setViewportSize(sizes.desktop);

  await page.goto(`/classes/${id}/lessons/${closed}`);
  await expect(page.getByText("This lesson is for students in")).toBeVisible();
  await page.goto(`/classes/${id}/lessons/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("404");

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const quiet = await plain.newPage();
  await quiet.goto(preview);
  await expect(quiet.getByRole("cell", { name: "guides" })).toBeVisible();
  await plain.close();
});

test("a student goes through a class, and Continue leads to where they stopped", async ({ page, site }) => {
  const { id, name } = await newClass(site, 5);
  await newLessons(site, id, { title: "First lines" }, [
    { title: "Hold the pencil" },
    { title: "Ten gestures", kind: "exercise" },
  ]);
  const [later = ""] = await newLessons(site, id, { title: "Ink", opensAfterDays: 30 }, [
    { title: "Line weight" },
  ]);
  await takeSeat(page, await newStudent(site), id);
  await page.goto("/dashboard/enrolled-classes");
  await expect(page.getByText("0 of 3 lessons", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: `Continue ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hold the pencil" })).toBeVisible();
  const done = page.getByLabel("Mark as done");
  await done.scrollIntoViewIfNeeded();
  await expect(done, "reading to the end ticks a text").toBeChecked();
  await done.uncheck();
  await page.reload();
  await expect(done).not.toBeChecked();
  await done.check();

  await page.getByRole("link", { name: "Next lesson: Ten gestures" }).click();
  await expect(page.getByRole("heading", { name: "Your exercise" })).toBeVisible();
  await expect(page.getByText(/Next: Line weight. Opens .*/)).toBeVisible();
  await page.getByRole("link", { name: "Enrolled Classes" }).first().click();
  await expect(page.getByText("1 of 3 lessons", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: `Continue ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ten gestures" })).toBeVisible();
  await done.check();

  const mine = `/dashboard/enrolled-classes/${id}`;
  await page.goto(mine);
  await expect(page.getByText("2 of 3 lessons", { exact: true })).toBeVisible();
  await expect(page.getByText("You’ve drawn on 1 day this month.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Line weight" })).toHaveCount(0);
  await page.goto(`${mine}/lessons/${later}`);
  await expect(page.getByText(/This lesson isn’t open yet. Opens .*/)).toBeVisible();
  await page.goto(`${mine}/lessons/${id}`);
  await expect(page.getByText("We couldn’t find this lesson.")).toBeVisible();

  await page.goto(mine);
  await page.getByRole("link", { name: "Hold the pencil" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hold the pencil" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectAccessibleAsOpened(page, "a lesson");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysPixels(page), "a lesson sideways at 320 px").toBe(0);
});

test("a lesson says to somebody without a seat what to do, and keeps them signed in", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(404, /^\/api\/learning\//);
  const { id } = await newClass(site, 5);
  const [lesson = ""] = await newLessons(site, id, { title: "First lines" }, [{ title: "Hold the pencil" }]);
  await enter(page, await newStudent(site));
  await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${lesson}`);
  await expect(page.getByText("This lesson is for students in its class.")).toBeVisible();
  await page.getByRole("link", { name: "See the class" }).click();
  await expect(page).toHaveURL(`/classes/${id}`);
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
});
