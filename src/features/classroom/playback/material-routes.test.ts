import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { makeMaterial, mediaOf } from "../../../../test/support/media.ts";
import { materials } from "../lessons/tables.ts";

const app = useTestApp();
const { makeSchool, get } = mediaOf(app);

describe("a material", () => {
  test.each([
    ["worksheet.pdf", "attachment; filename=worksheet.pdf"],
    ['hands "quoted".pdf', 'attachment; filename="hands \\"quoted\\".pdf"'],
    ["手の描き方 – José.psd", /^attachment; filename=".*"; filename\*=UTF-8''%E6%89%8B.*%20Jos%C3%A9\.psd$/],
    [`${"long name ".repeat(19)}é.pdf`, /filename\*=UTF-8''/],
    ["100% ink; x=y.pdf", /^attachment; filename=/],
  ])("is downloaded under the name %s, and never shown as a page", async (fileName, disposition) => {
    const { student, classId, lesson } = await makeSchool();
    const id = await makeMaterial(app.current, lesson, fileName, Buffer.from("%PDF-1.7 lines"));
    const path = `${classId}/${lesson}/materials/${id}/${encodeURIComponent(fileName)}`;
    const answer = await get(path, student);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition":
        typeof disposition === "string" ? disposition : expect.stringMatching(disposition),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=600",
    });
    expect(await answer.text()).toBe("%PDF-1.7 lines");
    // A download that was cut is taken up again, to its end.
    const rest = await get(path, student, { range: "bytes=9-" });
    expect(rest.status).toBe(206);
    expect(await rest.text()).toBe("lines");
  });

  test("is found by its lesson, its id and its name, until it is removed", async () => {
    const { instructor, student, classId, lesson } = await makeSchool();
    const { lesson: other } = await makeLesson(app.current, instructor, classId);
    const id = await makeMaterial(app.current, lesson, "a.pdf", Buffer.from("%PDF-"));
    const status = async (path: string) => (await get(`${classId}/${path}`, student)).status;
    expect(await status(`${lesson}/materials/${id}/a.pdf`)).toBe(200);
    for (const path of [
      `${other}/materials/${id}/a.pdf`,
      `${lesson}/materials/${lesson}/a.pdf`,
      `${lesson}/materials/${id}/b.pdf`,
      `${lesson}/materials/${id}/`,
      `${lesson}/materials/${id}/..%2fa.pdf`,
      `${lesson}/materials/${id}/%00`,
      `${lesson}/materials/nonsense/a.pdf`,
      `nonsense/materials/${id}/a.pdf`,
      `${lesson}/${id}/%00.vtt`,
      `${lesson}/${id}/480.mp4`,
      `${lesson}/nonsense/480.mp4`,
      "nowhere",
    ])
      expect(await status(path), path).toBe(404);
    await app.current.context.db.update(materials).set({ removedAt: app.current.clock.now() });
    expect(await status(`${lesson}/materials/${id}/a.pdf`)).toBe(404);
  });
});
