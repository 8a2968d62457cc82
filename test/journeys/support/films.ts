import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { testFilm } from "../../support/films.ts";
import { uploadByTus } from "../../support/tus.ts";
import { expect } from "./journey.ts";
import { asDemo, demoToken } from "./school.ts";
import type { Site } from "./site.ts";

/** Silent, and small enough to be ready at once. */
export const filmOf = (seconds: number): Promise<string> => testFilm({ seconds, hasSound: false });
export const worksheetPath = (name: string): string =>
  resolve(import.meta.dirname, "..", "..", "..", "art", "worksheets", name);

/** A published lesson of the demo instructor's class, in a section of its own. Its film is still in work. */
export async function newFilmLesson(
  site: Pick<Site, "origin">,
  classId: string,
  { title, path, isPreview = false }: { title: string; path: string; isPreview?: boolean },
): Promise<string> {
  const email = "instructor@senga.example";
  const edit = (method: string, rest: string, body: object) =>
    asDemo(site, email, method, `/curriculum/${classId}${rest}`, body) as Promise<{ insertedId: string }>;
  const { insertedId: section } = await edit("POST", "/sections", { title: "Films" });
  const { insertedId: id } = await edit("POST", `/section/${section}/lessons`, { kind: "video", title });
  await edit("PATCH", `/lesson/${id}`, { isPreview });
  const plan = { purpose: "video", classId, lessonId: id, fileName: basename(path) } as const;
  const token = await demoToken(site, email);
  const { status } = await uploadByTus(site, { token }, plan, await readFile(path));
  expect(status).toBe(204);
  await edit("POST", `/lesson/${id}/publish`, {});
  return id;
}

export async function untilReady(
  site: Pick<Site, "origin">,
  classId: string,
  lessonId: string,
): Promise<void> {
  const path = `/curriculum/${classId}/lesson/${lessonId}`;
  const state = async () =>
    ((await asDemo(site, "instructor@senga.example", "GET", path)) as { video: { state: string } }).video
      .state;
  await expect.poll(state, { timeout: 120_000 }).toBe("ready");
}

export const video = (page: Page) => page.locator("video");
export const secondOf = (page: Page): Promise<number> =>
  video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
export const isPaused = (page: Page): Promise<boolean> =>
  video(page).evaluate((element: HTMLVideoElement) => element.paused);

/** Until frames are painted and the film goes on. */
export async function untilPlaying(page: Page): Promise<void> {
  await video(page).evaluate(
    (element: HTMLVideoElement) => new Promise((done) => element.requestVideoFrameCallback(done)),
  );
  const first = await secondOf(page);
  await expect.poll(() => secondOf(page)).toBeGreaterThan(first);
}
