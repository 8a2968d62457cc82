import { corsFor, startBucket } from "../support/s3-server.ts";
import { filmOf, newFilmLesson, untilPlaying, untilReady } from "./support/films.ts";
import { expect, takeSeat, test as journey } from "./support/journey.ts";
import { newClass, newStudent } from "./support/school.ts";
import { startSite } from "./support/site.ts";

const test = journey.extend<object, { bucketOrigin: string }>({
  bucketOrigin: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const bucket = await startBucket({ corsRule: corsFor("http://localhost:*") });
      await use(bucket.env()["S3_ENDPOINT"] ?? "");
      await bucket.remove();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ bucketOrigin }, use) => {
      const site = await startSite({
        S3_ENDPOINT: bucketOrigin,
        S3_PUBLIC_ENDPOINT: bucketOrigin,
        S3_REGION: "us-east-1",
        S3_BUCKET: "pictures",
        S3_ACCESS_KEY_ID: "S3RVER",
        S3_SECRET_ACCESS_KEY: "S3RVER",
      });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

test("a student watches a film that the browser fetches from the bucket", async ({
  bucketOrigin,
  page,
  site,
}) => {
  const answers: [origin: string, status: number][] = [];
  page.on("response", (response) => {
    const { origin, pathname } = new URL(response.url());
    if (pathname.endsWith(".mp4")) answers.push([origin, response.status()]);
  });
  const { id } = await newClass(site, 3);
  const lesson = await newFilmLesson(site, id, { title: "A long ribbon", path: await filmOf(12) });
  const student = await newStudent(site);
  await takeSeat(page, student, id);
  await untilReady(site, id, lesson);
  await page.goto(`/dashboard/enrolled-classes/${id}/lessons/${lesson}`);
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await untilPlaying(page);
  expect(answers).toContainEqual([bucketOrigin, 206]);
  expect(new Set(answers.map(String))).toEqual(new Set([`${site.origin},302`, `${bucketOrigin},206`]));
});
