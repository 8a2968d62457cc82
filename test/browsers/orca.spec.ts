import { mkdirSync, writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import type { ElementHandle } from "puppeteer-core";
import sharp from "sharp";
import { demoPassword } from "../../db/demo-school/people.ts";
import { newFilmLesson, untilReady } from "../journeys/support/films.ts";
import { newClass, newLessons } from "../journeys/support/school.ts";
import { testFilm } from "../support/films.ts";
import { type Listener, listen, missingForOrca } from "./orca.ts";
import { test } from "./site.ts";

/** Of what has the focus, also in a frame. */
const focused = `(() => {
  let element = document.activeElement;
  while (element?.contentDocument?.activeElement) element = element.contentDocument.activeElement;
  const words = [element?.getAttribute("aria-label"), element?.labels?.[0]?.textContent, element?.textContent, element?.name];
  return words.join(" ").replace(/\\s+/g, " ");
})()`;

async function tabTo({ page, press }: Listener, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    press("Tab");
    // Until Orca has taken the event, as a person would listen.
    await new Promise((done) => setTimeout(done, 250));
    if (String(await page.evaluate(focused)).includes(name)) return;
  }
  throw new Error(`no way to ${name} by keyboard`);
}

if (!missingForOrca)
  test("the main job by Orca", async ({ site }) => {
    // Speech takes its time.
    test.setTimeout(600_000);
    const { id, name } = await newClass(site, 5);
    const [exercise] = await newLessons(site, id, { title: "First lines" }, [
      { title: "Fifty circles", kind: "exercise" },
    ]);
    const path = await testFilm({ seconds: 8, hasSound: true });
    const film = await newFilmLesson(site, id, { title: "One long line", path });
    await untilReady(site, id, film);
    const drawing = test.info().outputPath("drawing.jpg");
    await sharp({ create: { width: 900, height: 1200, channels: 3, background: "#c0d8e8" } }).toFile(drawing);
    const listener = await listen();
    const { goTo, press, speech } = listener;
    /** Once Orca gives the keys to the page, and does not take them as its own commands. */
    const type = async (text: string): Promise<void> => {
      await expect
        .poll(() => speech().lastIndexOf("Focus mode") - speech().lastIndexOf("Browse mode"))
        .toBeGreaterThan(0);
      listener.type(text);
    };
    const spoken: string[] = [];
    const step = (title: string, work: (expectSpeech: (words: string) => Promise<void>) => Promise<void>) =>
      test.step(title, async () => {
        const before = speech().length;
        try {
          await work((words) =>
            expect.poll(() => speech().slice(before), { message: words }).toContain(words),
          );
        } finally {
          spoken.push(`## ${title}`, speech().slice(before).trim(), "");
        }
      });
    try {
      const logIn = (email: string): Promise<void> =>
        step(`log in ${email}`, async (expectSpeech) => {
          await goTo(`${site.origin}/login`);
          await tabTo(listener, "Email");
          await type(email);
          await tabTo(listener, "Password");
          await type(demoPassword);
          press("Return");
          await expectSpeech("User Logged In Successfully");
          await expect.poll(() => listener.page.evaluate("location.pathname")).toBe("/");
        });
      await logIn("student@senga.example");
      await step("select", async (expectSpeech) => {
        await goTo(`${site.origin}/classes?${new URLSearchParams({ q: name })}`);
        await tabTo(listener, `Select ${name}`);
        press("Return");
        await expectSpeech("Class Selected Successfully!");
      });
      await step("checkout", async (expectSpeech) => {
        await goTo(`${site.origin}/dashboard/selected-classes`);
        await tabTo(listener, `PAY NOW`);
        press("Return");
        await expectSpeech("Pay");
        await tabTo(listener, "Card number");
        await type("4242424242424242");
        press("Tab");
        await type("1240");
        press("Tab");
        await type("123");
        await tabTo(listener, "Pay $49");
        press("Return");
        await expectSpeech("You’re in");
      });
      await step("watch", async (expectSpeech) => {
        await goTo(`${site.origin}/dashboard/enrolled-classes/${id}/lessons/${film}`);
        await tabTo(listener, "Watch");
        press("Return");
        await expectSpeech("Playing");
        press("Return");
        await expectSpeech("Paused");
        await tabTo(listener, "Position");
        press("Right");
        await expectSpeech("of 0:08");
        await tabTo(listener, "Loop from here");
        press("Return");
        await expectSpeech("Loop starts at");
        await tabTo(listener, "Flip");
        press("Return");
        await expectSpeech("Flipped");
        await tabTo(listener, "More");
        press("Return");
        await expectSpeech("expanded");
        press("Escape");
        await expectSpeech("collapsed");
        await tabTo(listener, "Mark as done");
        press("space");
        await expectSpeech("checked");
      });
      await step("hand in", async (expectSpeech) => {
        await goTo(`${site.origin}/dashboard/enrolled-classes/${id}/lessons/${exercise}`);
        await tabTo(listener, "Hand in");
        press("Return");
        await expectSpeech("Add at least one picture");
        // A file dialog belongs to the system, so that the picture comes without it.
        const files = await listener.page.$("#drawing-files");
        await (files as ElementHandle<HTMLInputElement>).uploadFile(drawing);
        await expectSpeech("Picture 1");
        press("Return");
        await expectSpeech("You’ll hear back by");
      });
      await step("critique", async (expectSpeech) => {
        await goTo(`${site.origin}/dashboard/enrolled-classes`);
        await tabTo(listener, "Logout");
        press("Return");
        await expect.poll(() => listener.page.evaluate("localStorage.getItem('access-token')")).toBeNull();
        await logIn("instructor@senga.example");
        await goTo(`${site.origin}/dashboard/instructor/critiques`);
        await tabTo(listener, "Fifty circles");
        press("Return");
        await expectSpeech("Noor Haddad");
        await tabTo(listener, "More about the drawing");
        press("Return");
        await expectSpeech("Report this drawing");
        press("Escape");
        await tabTo(listener, "Set a pin on picture 1");
        press("Return");
        await expectSpeech("Pin 1 is set");
        // From the pin to its note.
        press("Tab");
        await type("Open.");
        await tabTo(listener, "Your critique");
        await type("Draw from the shoulder.");
        await tabTo(listener, "Accepted");
        press("space");
        await tabTo(listener, "Send to");
        press("Return");
        await expectSpeech("Sent to Noor Haddad");
      });
    } finally {
      mkdirSync("reports/browsers", { recursive: true });
      writeFileSync("reports/browsers/speech.txt", spoken.join("\n"));
      await listener.page.screenshot({ path: "reports/browsers/orca.png" });
      await listener.close();
    }
  });
