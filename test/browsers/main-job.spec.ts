import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import sharp from "sharp";
import { demoPassword } from "../../db/demo-school/people.ts";
import { testFilm } from "../support/films.ts";
import { newFilmLesson, untilReady } from "../journeys/support/films.ts";
import { newClass, newLessons } from "../journeys/support/school.ts";
import type { Tab } from "./engine.ts";
import { chromium, firefox } from "./puppeteer.ts";
import { test } from "./site.ts";
import { webkit } from "./webkit.ts";

const teacher = { name: "Iris Falk", email: "instructor@senga.example", password: demoPassword };
const student = { name: "Aki Mori", email: "aki@example.org", password: demoPassword };

const button = (name: string): string =>
  `//*[self::button or self::a][normalize-space()="${name}" or @aria-label="${name}"]`;
const field = (label: string): string =>
  `//*[self::input or self::textarea][@id=//label[starts-with(normalize-space(),"${label}")]/@for or ancestor::label[starts-with(normalize-space(),"${label}")]]`;

/** The text that is shown. */
const expectText = (tab: Tab, text: string): Promise<void> =>
  expect.poll(() => tab.evaluate<string>("document.body.innerText"), { message: text }).toContain(text);
/** After an action: a person who uses the keyboard or a screen reader is still somewhere. */
const expectFocus = (tab: Tab): Promise<void> =>
  expect
    .poll(() => tab.evaluate<string>("document.activeElement?.localName ?? 'nothing'"), {
      message: "the part with the focus",
    })
    .not.toMatch(/^(body|html|nothing)$/);
const expectOutcome = async (tab: Tab, text: string): Promise<void> => {
  await expectText(tab, text);
  await expectFocus(tab);
};
const expectPath = async (tab: Tab, path: RegExp): Promise<void> => {
  await expect.poll(() => tab.evaluate<string>("location.pathname")).toMatch(path);
  await expectFocus(tab);
};

/** What the button has opened is beside it, and in the window. */
const expectOpened = (tab: Tab, label: string): Promise<void> =>
  expect
    .poll(
      () =>
        tab.evaluate(`(() => {
          const opened = document.querySelector(":popover-open")?.getBoundingClientRect();
          if (!opened) return "closed";
          const { top, right, bottom, left } = document
            .querySelector('[popovertarget][aria-label="${label}"]')
            .getBoundingClientRect();
          return {
            isBeside: Math.min(Math.abs(opened.top - bottom), Math.abs(top - opened.bottom)) < 10 && opened.left < right && opened.right > left,
            isInWindow: opened.top >= 0 && opened.left >= 0 && opened.bottom <= innerHeight && opened.right <= innerWidth,
          };
        })()`),
      { message: `what ${label} opens` },
    )
    .toEqual({ isBeside: true, isInWindow: true });
const expectClosed = (tab: Tab): Promise<void> =>
  expect
    .poll(() => tab.evaluate(`document.querySelector(":popover-open")`), { message: "what is open" })
    .toBeNull();

async function logIn(tab: Tab, password: string): Promise<void> {
  await tab.type(field("Password"), password);
  await tab.press(`//main${button("Login")}`);
  await expectPath(tab, /^\/$/);
}

const walks = [firefox, webkit, chromium]
  .filter(({ missing }) => !missing)
  .flatMap((engine) => [1440, engine.narrowest].map((width) => ({ engine, width })));

for (const { engine, width } of walks) {
  test(`the main job in ${engine.name}, ${width} pixels wide`, async ({ site }) => {
    const { id, name } = await newClass(site, 5);
    const path = await testFilm({ seconds: 8, hasSound: true });
    const film = await newFilmLesson(site, id, { title: "Watch me ink", path });
    const [exercise] = await newLessons(site, id, { title: "First lines" }, [
      { title: "Fifty circles", kind: "exercise" },
    ]);
    await untilReady(site, id, film);
    const mine = `${site.origin}/dashboard/enrolled-classes/${id}`;
    const drawing = test.info().outputPath("drawing.jpg");
    const picture = sharp({ create: { width: 900, height: 1200, channels: 3, background: "#c0d8e8" } });
    await picture.toFile(drawing);

    const tabs: Tab[] = [];
    const errors: string[] = [];
    const open = async (address: string): Promise<Tab> => {
      const tab = await engine.open(width);
      tabs.push(tab);
      await tab.goTo(site.origin + address);
      return tab;
    };
    try {
      const tab = await open("/signup");
      await test.step("sign up", async () => {
        await tab.type(field("Name"), student.name);
        await tab.type(field("Email"), student.email);
        await tab.type(field("Password"), student.password);
        await tab.type(field("Confirm password"), student.password);
        await tab.press(`//label[contains(normalize-space(),"18 or older")]`);
        await tab.press(button("Create account"));
        await expectPath(tab, /^\/login$/);
        // The sign-up has filled in the email.
        await logIn(tab, student.password);
      });
      await test.step("select", async () => {
        await tab.goTo(`${site.origin}/classes?${new URLSearchParams({ q: name })}`);
        await tab.press(button(`Select ${name}`));
        await expectOutcome(tab, "Class Selected Successfully!");
        await tab.press(button("Keep browsing"));
        await expectFocus(tab);
      });
      await test.step("pay", async () => {
        await tab.goTo(`${site.origin}/dashboard/selected-classes`);
        // It moves what is under it.
        await expectText(tab, "Confirm your email: we sent a link");
        await tab.press(button(`PAY NOW for ${name}`));
        await expect
          .poll(() => tab.evaluate(`document.querySelector(".payment-element iframe")?.clientHeight > 100`))
          .toBe(true);
        const card = `//*[contains(@class,"payment-element")]//iframe`;
        await tab.typeInFrame(card, field("Card number"), "4242424242424242");
        await tab.typeInFrame(card, field("Expiration date"), "1240");
        await tab.typeInFrame(card, field("Security code"), "123");
        await tab.press(button("Pay $49"));
        await expectOutcome(tab, `You’re in: ${name}`);
      });
      await test.step("watch", async () => {
        await tab.goTo(`${mine}/lessons/${film}`);
        await expectText(tab, "Confirm your email: we sent a link");
        await tab.press(button("Watch"));
        const second = (): Promise<number> =>
          tab.evaluate(`document.querySelector("video")?.currentTime ?? 0`);
        const isPaused = (): Promise<boolean> => tab.evaluate(`document.querySelector("video").paused`);
        await expect.poll(second).toBeGreaterThan(2);
        await expectFocus(tab);
        await tab.press(button("Pause"));
        await expect.poll(isPaused).toBe(true);
        const pausedAt = await second();
        // From the button to the timeline.
        await tab.pressKey("Tab");
        await tab.pressKey("ArrowLeft");
        await expect.poll(second).toBe(Math.max(0, pausedAt - 5));
        await tab.pressKey("ArrowRight");
        await expect.poll(second).toBeCloseTo(Math.max(0, pausedAt - 5) + 5, 1);
        await tab.press(button("More"));
        await expectOpened(tab, "More");
        await tab.pressKey("Escape");
        await expectClosed(tab);
        await expectFocus(tab);
        expect(await tab.evaluate(`document.querySelectorAll('[aria-label="Full screen"]').length`)).toBe(1);
        const before = await second();
        await tab.press(button("Play"));
        await expect.poll(second).toBeGreaterThan(before);
        await tab.press(button("Pause"));
        await expectFocus(tab);
        await tab.press(`//label[contains(normalize-space(),"Mark as done")]`);
        await expectFocus(tab);
      });
      await test.step("hand in", async () => {
        await tab.goTo(`${mine}/lessons/${exercise}`);
        await expectText(tab, "promises a critique");
        await tab.choose(`//*[@id="drawing-files"]`, drawing);
        await expectText(tab, "Picture 1");
        await tab.type(field(`A note to ${teacher.name}`), "My circles wobble.");
        await tab.press(button("Hand in"));
        await expectOutcome(tab, "You’ll hear back by");
      });
      await test.step("critique", async () => {
        const desk = await open("/login");
        await desk.type(field("Email"), teacher.email);
        await logIn(desk, teacher.password);
        await desk.goTo(`${site.origin}/dashboard/instructor/critiques`);
        await desk.press(button(`${student.name}: Fifty circles`));
        await expectOutcome(desk, "My circles wobble.");
        const more = `More about the drawing by ${student.name}`;
        await desk.press(button(more));
        await expectOpened(desk, more);
        await expectText(desk, "Report this drawing");
        await expect
          .poll(() => desk.evaluate("document.activeElement.textContent"))
          .toBe("Report this drawing");
        await desk.pressKey("Escape");
        await expectClosed(desk);
        expect(await desk.evaluate("document.activeElement.ariaLabel")).toBe(more);
        await desk.press(button(more));
        await expectOpened(desk, more);
        await desk.press("//h1");
        await expectClosed(desk);
        await desk.press(button("Set a pin on picture 1"));
        await desk.type(`//textarea[contains(@aria-label,"Pin 1")] | ${field("Pin 1")}`, "Open.");
        await desk.type(field("Your critique"), "Draw from the shoulder.");
        await desk.press(`//label[contains(normalize-space(),"Accepted")]`);
        await desk.press(button(`Send to ${student.name}`));
        await expect.poll(() => desk.evaluate("document.body.innerText")).not.toContain("My circles wobble.");
        await expectFocus(desk);
      });
      await test.step("certificate", async () => {
        await tab.goTo(`${mine}/lessons/${exercise}`);
        await expectText(tab, `${teacher.name} accepted your drawing.`);
        await expectText(tab, "Draw from the shoulder.");
        await tab.goTo(mine);
        await tab.press(button("See your certificate"));
        await expectOutcome(tab, `${student.name} finished this class`);
        await expectText(tab, "This certificate is genuine");
      });
    } finally {
      for (const [place, tab] of tabs.entries()) {
        await writeFile(test.info().outputPath(`last-${place + 1}.png`), await tab.screenshot());
        errors.push(...(await tab.close()));
      }
    }
    expect(errors, "errors that the pages did not catch").toEqual([]);
  });
}
