import { readFile, rm, writeFile } from "node:fs/promises";
import { builderOf, instructor, isReady } from "./support/building.ts";
import { filmOf } from "./support/films.ts";
import { enter, expect, test } from "./support/journey.ts";
import { newCurriculum } from "./support/school.ts";

const pieceBytes = 5 * 1024 ** 2;

/** The film and a box of MP4 that players skip. */
function twoPieces(film: Buffer): Buffer {
  const box = Buffer.alloc(pieceBytes);
  box.writeUInt32BE(pieceBytes);
  box.write("free", 4, "latin1");
  return Buffer.concat([film, box]);
}

test("an upload goes on after a cut, a refusal and a reload, and sends nothing twice", async ({
  page,
  site,
  watch,
}, testInfo) => {
  watch.expectFailure(0, /^\/uploads\//);
  watch.expectFailure(502, /^\/uploads\//);
  const path = testInfo.outputPath("hair.mp4");
  await writeFile(path, twoPieces(await readFile(await filmOf(2))));
  const { id, lessons } = await newCurriculum(site);
  await enter(page, instructor);
  await page.goto(`${builderOf(id)}?lesson=${lessons[2]}`);

  const requests: string[] = [];
  page.on("request", (request) => {
    const offset = request.headers()["upload-offset"];
    if (request.url().includes("/uploads")) requests.push([request.method(), offset].join(" ").trim());
  });
  let isAway = true;
  let refusals = 0;
  await page.route("**/uploads/*", (route) => {
    const request = route.request();
    if (isAway && request.headers()["upload-offset"] === String(pieceBytes)) return route.abort();
    // A proxy, while the server behind it starts.
    if (request.method() === "HEAD" && refusals < 2) {
      refusals += 1;
      return route.fulfill({ status: 502 });
    }
    return route.continue();
  });
  await page.getByLabel("Choose a video").setInputFiles(path);
  await expect(page.getByText("No connection. The upload will resume on its own.")).toBeVisible();
  await expect.poll(() => requests.filter((each) => each === "HEAD").length).toBeGreaterThan(2);

  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("The upload of hair.mp4 was interrupted.")).toBeVisible();
  isAway = false;
  await page.getByLabel("Choose a video").setInputFiles(path);
  await isReady(page);
  await expect(page.getByText("was cut off")).toBeHidden();
  expect(requests.filter((each) => each === "POST")).toHaveLength(1);
  expect(requests.filter((each) => each === "PATCH 0")).toHaveLength(1);
  await rm(path);
});
