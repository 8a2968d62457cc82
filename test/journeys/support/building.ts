import type { Locator, Page } from "@playwright/test";
import { demoPassword } from "../../../db/demo-school/people.ts";
import { expect } from "./journey.ts";
import { asDemo } from "./school.ts";
import type { Site } from "./site.ts";

export const instructor = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };
export const builderOf = (classId: string): string => `/dashboard/instructor/curriculum/${classId}`;

export async function addSection(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Add a section" }).press("Enter");
  await page.getByLabel("Title of the section").fill(title);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

export async function addLesson(page: Page, section: string, kind: string, title: string): Promise<void> {
  await page.getByRole("button", { name: `Add a lesson to ${section}` }).press("Enter");
  await page.getByRole("radio", { name: kind }).press("Space");
  await page.getByLabel("Title of the lesson").fill(title);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: `Lesson ${title}` })).toBeVisible();
}

/** Of each section, the titles of its lessons. */
export const orderOn = (page: Page): Promise<string[][]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-section]")].map((section) =>
      [...section.querySelectorAll("[data-lesson] a")].map(
        (link) => link.lastElementChild?.childNodes[1]?.textContent ?? "",
      ),
    ),
  );

export async function orderOnServer(site: Site, classId: string): Promise<string[][]> {
  const { sections } = (await asDemo(site, instructor.email, "GET", `/curriculum/${classId}`)) as {
    sections: { lessons: { title: string }[] }[];
  };
  return sections.map(({ lessons }) => lessons.map(({ title }) => title));
}

export async function moveByKeyboard(page: Page, what: string, choice: string): Promise<void> {
  const mover = page.getByRole("button", { name: `Move ${what}`, exact: true });
  await mover.press("Enter");
  await page
    .getByRole("menu", { name: `Move ${what}`, exact: true })
    .getByRole("menuitem", { name: choice, exact: true })
    .press("Enter");
  // The focus comes back when the move is done, and would close another menu.
  await expect(mover).toBeFocused();
}

export async function openLesson(page: Page, title: string): Promise<void> {
  await page.locator("[data-lesson]").filter({ hasText: title }).getByRole("link").click();
  await expect(page.getByRole("article", { name: `Lesson ${title}` })).toBeVisible();
}

export async function publishOpened(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Publish( changes)?$/ }).click();
  await expect(
    page.getByText(/^Published\. Students can (see it now|watch it once the video is ready)\./),
  ).toBeVisible();
}

export const videoPart = (page: Page) => page.getByRole("region", { name: "Video" });
export const isReady = (page: Page): Promise<void> =>
  expect(videoPart(page).getByText("Ready to watch", { exact: true })).toBeVisible({ timeout: 120_000 });

/** As from a folder of the computer. */
export async function dropFile(
  target: Locator,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
): Promise<void> {
  const dataTransfer = await transferOf(target.page(), { name, type, bytes });
  await target.dispatchEvent("drop", { dataTransfer });
}

export async function pastePicture(target: Locator, bytes: Buffer): Promise<void> {
  const transfer = await transferOf(target.page(), { name: "image.png", type: "image/png", bytes });
  await target.evaluate(
    (element, clipboardData) =>
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })),
    transfer,
  );
}

const transferOf = (page: Page, { name, type, bytes }: { name: string; type: string; bytes: Buffer }) =>
  page.evaluateHandle(
    async ([url, fileName, fileType]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(url), (character) => character.charCodeAt(0));
      transfer.items.add(new File([content], fileName, { type: fileType }));
      return transfer;
    },
    [bytes.toString("base64"), name, type] as const,
  );
