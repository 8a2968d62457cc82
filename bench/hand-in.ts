/** `npm run bench -- hand-in`: a phone's photo of 12 megapixels, from the choice of the file until it is handed in. */
import { type Page, chromium } from "@playwright/test";
import sharp from "sharp";
import { demoPassword } from "../db/demo-school/people.ts";
import { say, sayGoal, sayLoad } from "./parts/figures.ts";
import { withFolder, withSite } from "./parts/site.ts";

/** Of Chromium's "Slow 4G", https://developer.chrome.com/docs/devtools/settings/throttling: bytes a second, and milliseconds. */
const line = { downloadThroughput: (1600 * 1024) / 8, uploadThroughput: (750 * 1024) / 8, latency: 150 };
/** Times slower than this machine: a phone of the middle range. */
const slowdown = 4;
const goal = 15;
const times = 5;
const email = "ada@senga.example";

/** Paper, pencil and a camera's grain: it compresses like a photo. */
async function takePhoto(turn: number): Promise<Buffer> {
  const [width, height] = [3000, 4000];
  const strokes = Array.from({ length: 400 }, (_, at) => {
    const [x, y] = [(at * 97 + turn * 31) % width, (at * 61) % height];
    return `<path d="M${x} ${y}q${80 + (at % 200)} ${at % 300} ${300 - (at % 500)} ${200 + (at % 400)}" stroke="#33${(at % 90) + 10}44" stroke-width="${4 + (at % 9)}" fill="none"/>`;
  });
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${strokes.join("")}</svg>`,
  );
  const grain = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#e9e4da",
      noise: { type: "gaussian", mean: 225, sigma: 9 },
    },
  });
  return grain
    .composite([{ input: drawing }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

interface Lesson {
  readonly _id: string;
  readonly title: string;
}

async function findExercise(page: Page): Promise<string> {
  const { request } = page;
  await request.post("/identity/sign-in", { data: { email, password: demoPassword } });
  const identity = (await (await request.get("/identity/token")).json()) as { token: string };
  const session = await request.post("/api/jwt", {
    data: { email },
    headers: { authorization: `Bearer ${identity.token}` },
  });
  const headers = { authorization: `Bearer ${((await session.json()) as { token: string }).token}` };
  const read = async <Answer>(path: string): Promise<Answer> =>
    (await (await request.get(`/api${path}`, { headers })).json()) as Answer;
  const enrolled = await read<{ classId: string; className: string }[]>(`/enrolled/classes/${email}`);
  const { classId } = enrolled.find(({ className }) => className === "Eyes That Speak")!;
  const { sections } = await read<{ sections: { lessons: Lesson[] }[] }>(
    `/learning/${email}/class/${classId}`,
  );
  const lesson = sections
    .flatMap(({ lessons }) => lessons)
    .find(({ title }) => title === "Twelve pairs of ovals");
  return `/dashboard/enrolled-classes/${classId}/lessons/${lesson!._id}`;
}

await withFolder((folder) =>
  withSite({ ...folder, RATE_LIMIT_FACTOR: "100" }, async ({ origin }) => {
    const executablePath = process.env["CHROMIUM_PATH"];
    const browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    const page = await browser.newPage({
      baseURL: origin,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    sayLoad();
    await page.goto(await findExercise(page));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", { offline: false, ...line });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const took: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const buffer = await takePhoto(turn);
      const takeBack = page.getByRole("button", { name: "Undo hand-in" });
      const takeOff = page.getByRole("button", { name: /^Remove picture/ });
      if (await takeBack.isVisible()) await takeBack.tap();
      await page.getByRole("button", { name: "Hand in" }).waitFor();
      while ((await takeOff.count()) > 0) await takeOff.first().tap();
      const begun = performance.now();
      await page
        .locator("#drawing-files")
        .setInputFiles([{ name: `photo-${turn}.jpg`, mimeType: "image/jpeg", buffer }]);
      // Until the picture has arrived, the button says what it waits for.
      await page.getByRole("button", { name: "Hand in" }).tap();
      await page.getByText("You’ll hear back by").waitFor({ timeout: 120_000 });
      took.push((performance.now() - begun) / 1000);
      say(`a photo of ${(buffer.length / 1024 ** 2).toFixed(1)} MB: ${took.at(-1)!.toFixed(1)} s`);
    }
    sayGoal("chosen until handed in, the slowest", Math.max(...took), goal, "s");
    sayLoad();
    await browser.close();
  }),
);
