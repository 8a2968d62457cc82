import { Buffer } from "node:buffer";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { demoPassword } from "../../db/demo-school/people.ts";
import { axeFindings, sidewaysPixels } from "./support/access.ts";
import { enter, expect, test } from "./support/journey.ts";
import { newCurriculum } from "./support/school.ts";

const instructor = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };

interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

async function picture(name: string, width: number): Promise<NewFile> {
  const background = "#e9452a";
  const buffer = await sharp({ create: { width, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

const pdf = (name: string, bytes = 3000): NewFile => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes, "ink")]),
});

/** As the clipboard and a drop hand them to the page. */
async function give(target: Locator, how: "paste" | "drop", files: readonly NewFile[]): Promise<void> {
  const sent = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString("base64") }));
  await target.evaluate(
    (element, [type, given]) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      const shared = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === "paste"
          ? new ClipboardEvent("paste", { clipboardData: data, ...shared })
          : new DragEvent("drop", { dataTransfer: data, ...shared }),
      );
    },
    [how, sent] as const,
  );
}

const openLesson = (page: Page, classId: string, lesson: string | undefined) =>
  page.goto(`/dashboard/instructor/curriculum/${classId}?lesson=${lesson}`);

test("pictures are pasted into a text where the cursor is, in their order, and the class sees them", async ({
  page,
  site,
}) => {
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  await openLesson(page, id, lessons[1]);
  const text = page.getByLabel("What to draw");
  await text.fill("Before.After.");
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7));
  await give(text, "paste", [await picture("image.png", 60), await picture("image.png", 90)]);
  const shown =
    /^Before\.\n\n!\[description\]\(\/images\/[^)]+\)\n\n!\[description\]\(\/images\/[^)]+\)\n\nAfter\.$/;
  await expect(text).toHaveValue(shown);
  await expect(page.getByText(/^Saved \d/)).toBeVisible();

  await give(text, "paste", [{ name: "moving.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") }]);
  await expect(page.getByRole("alert").filter({ hasText: "moving.gif:" })).toBeVisible();
  await expect(text).toHaveValue(shown);

  await page.getByRole("checkbox", { name: "Free preview" }).check();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Students can see it now.")).toBeVisible();
  await page.getByRole("link", { name: "See it as students do" }).click();
  await expect(page).toHaveURL(`/classes/${id}/lessons/${lessons[1]}`);
  const pictures = page.getByRole("img", { name: "description" });
  await expect(pictures).toHaveCount(2);
  await expect
    .poll(() => pictures.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth)))
    .toEqual([60, 90]);
});

test("many materials are added at once; one that is refused says why, and the others go on", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(415, /^\/uploads/);
  // The server has forgotten what it refused.
  watch.expectFailure(404, /^\/uploads\//);
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  await openLesson(page, id, lessons[0]);
  const materials = page.getByRole("region", { name: "Materials" });
  const added = materials.locator("ul.materials > li");
  await materials
    .getByLabel("Add files")
    .setInputFiles([
      pdf("heads.pdf"),
      { ...pdf("empty.pdf"), buffer: Buffer.alloc(0) },
      { ...pdf("tool.exe"), mimeType: "application/octet-stream" },
      { ...pdf("letter.pdf"), buffer: Buffer.from("Dear students, this is no PDF.") },
      pdf("hands.pdf", 6_000_000),
    ]);
  await expect(added).toHaveText([/^heads\.pdf/, /^hands\.pdf/]);
  const rows = materials.locator(".upload-rows > li");
  const stopped = [
    ["empty.pdf", "This file is empty. Choose another one."],
    ["tool.exe", "We can't accept this kind of file."],
    ["letter.pdf", "We can't accept this kind of file."],
  ] as const;
  await expect(rows).toHaveCount(stopped.length);
  for (const [name, why] of stopped) await expect(rows.filter({ hasText: name })).toContainText(why);
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysPixels(page)).toBe(0);

  await rows.filter({ hasText: "tool.exe" }).getByRole("button", { name: "Dismiss" }).click();
  await materials.getByRole("button", { name: "Dismiss all stopped uploads" }).click();
  await expect(rows).toHaveCount(0);
  await give(materials.locator(".upload-field"), "drop", [pdf("feet.pdf"), pdf("folds.pdf")]);
  await expect(added).toHaveCount(4);
});

test("an upload whose last answer is lost is not sent again, and waits for a server that is away", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(0, /^\/uploads\//);
  watch.expectFailure(503, /^\/uploads\//);
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  await openLesson(page, id, lessons[0]);
  const materials = page.getByRole("region", { name: "Materials" });
  let begun = 0;
  page.on("request", (request) => {
    begun += Number(request.method() === "POST" && request.url().endsWith("/uploads"));
  });
  let isAway = true;
  await page.route("**/uploads/*", async (route) => {
    const method = route.request().method();
    if (method === "PATCH") {
      await route.fetch();
      await route.abort();
    } else if (method === "HEAD" && isAway) await route.fulfill({ status: 503 });
    else await route.continue();
  });
  await materials.getByLabel("Add files").setInputFiles([pdf("heads.pdf")]);
  await expect(
    materials.getByText("Senga can’t accept the file right now. The upload will resume on its own."),
  ).toBeVisible();
  isAway = false;
  await expect(materials.locator("ul.materials > li")).toHaveText([/^heads\.pdf/]);
  await expect(materials.locator(".upload-rows")).toHaveCount(0);
  expect(begun).toBe(1);
});
