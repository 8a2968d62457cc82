import { writeFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { axeFindings, sidewaysPixels } from "./support/access.ts";
import { dropFile, instructor } from "./support/building.ts";
import { drawing } from "./support/drawing.ts";
import { enter, expect, holdAnswers, logIn, takeSeat, test } from "./support/journey.ts";
import { asDemo, newClass, newStudent } from "./support/school.ts";
import type { Site } from "./support/site.ts";

const myClasses = "/dashboard/instructor/my-classes";
const uploadProblem = /^\/api\/images$/;

/** Noise compresses badly, so the file stays large. To encode, it takes many times as long. */
async function largePicture(name: string) {
  const buffer = await sharp({
    create: {
      width: 800,
      height: 500,
      channels: 3,
      background: "#e9452a",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

async function openDashboard(page: Page, path: string): Promise<void> {
  await enter(page, instructor);
  await page.goto(path);
  // It shows once the page lives.
  await expect(page.locator("h1:not(.visually-hidden)")).toBeVisible();
}

const cardOf = (page: Page, name: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

async function describe(page: Page, name: string): Promise<void> {
  await page.getByLabel("Class name").fill(name);
  await page.getByLabel("Available seats").fill("12");
  await page.getByLabel("Price").fill("49.50");
}

async function expectNoBarrier(page: Page): Promise<void> {
  expect(await axeFindings(page), page.url()).toEqual([]);
  expect(await sidewaysPixels(page), page.url()).toBe(0);
}

const uniqueName = (what: string): string => `${what} ${Date.now().toString(36)}`;
const readClass = async (site: Site, id: string) =>
  (await (await fetch(`${site.origin}/api/class/${id}`)).json()) as Record<string, unknown>;

test("a class is added with its picture, and is in My Classes as pending", async ({ page }) => {
  const name = uniqueName("Folds");
  await openDashboard(page, "/dashboard/add-class");
  await expect(page.getByLabel("Instructor email")).toHaveValue(instructor.email);
  await expect(page.getByLabel("Instructor email")).toHaveAttribute("readonly");

  // An invalid form sends nothing and keeps its input.
  await page.getByLabel("Price").fill("0.2");
  await page.getByRole("button", { name: "Add class" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  for (const wrong of [
    "A picture is required",
    "Class name is required",
    "Available seats are required",
    "Enter a price from $0.50 to $99,999.99",
  ]) {
    await expect(summary.getByRole("link", { name: wrong })).toBeVisible();
  }
  await expect(page.getByLabel("Price")).toHaveValue("0.2");
  await expectNoBarrier(page);

  await page.getByLabel("Class picture").setInputFiles(await drawing("#e9452a", "cover.jpg"));
  await expect(page.getByRole("img", { name: "Preview of cover.jpg" })).toBeVisible();
  await describe(page, name);
  await page.getByLabel("Level").selectOption("Intermediate");
  await page.getByLabel("What you’ll learn").fill("Sleeves\n\n  Skirts  \n");
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/classes")) sent += 1;
  });
  await page.getByRole("button", { name: "Add class" }).dblclick();
  await expect(page.getByRole("alertdialog", { name: "New Class Added Successfully!" })).toBeVisible();
  await page.getByRole("button", { name: "Later", exact: true }).click();
  await expect(page).toHaveURL(myClasses);
  expect(sent).toBe(1);
  const card = cardOf(page, name);
  await expect(card).toContainText("Pending");
  await expect(card).toContainText("$49.50");
  await expect(card.getByRole("definition").first()).toHaveText("0");
  await expect(card).not.toContainText("Feedback");

  await card.getByRole("link", { name: `Update ${name}` }).click();
  await expect(page.getByLabel("What you’ll learn")).toHaveValue("Sleeves\nSkirts");
  await expect(page.getByLabel("Level")).toHaveValue("intermediate");

  await page.goto(myClasses);
  await card.getByRole("link", { name, exact: true }).click();
  await expect(page.getByText("This is how students will see this class once it’s approved.")).toBeVisible();
  await expect(page.getByRole("list", { name: `Drawn by ${instructor.name}` })).toBeVisible();
});

test("what admins decide and say, and who enrolls, shows without a reload", async ({
  page,
  browser,
  site,
  watch,
}) => {
  const name = uniqueName("Followed");
  const body = { className: name, price: 49, availableSeats: 5, image: "/drawings/cover-eyes.svg" };
  const { insertedId } = (await asDemo(site, instructor.email, "POST", "/classes", body)) as {
    insertedId: string;
  };
  await openDashboard(page, myClasses);
  const card = cardOf(page, name);
  await expect(card).toContainText("Pending");
  await asDemo(site, "admin@senga.example", "PATCH", `/admin/approve/class/${insertedId}`);
  await expect(card).toContainText("Approved");
  await expect(card).toContainText("No Feedback");
  await asDemo(site, "admin@senga.example", "PATCH", `/admin/feedback/${insertedId}`, {
    feedback: "Well inked.",
  });
  await expect(card).toContainText("Well inked.");

  const other = await browser.newContext({ baseURL: site.origin });
  await watch.follow(other);
  const student = await other.newPage();
  const account = await newStudent(site);
  await takeSeat(student, account, insertedId);
  await expect(card.getByRole("definition")).toHaveText(["1", "4", "$49.00"]);
  await other.close();

  await page.goto("/dashboard/notifications");
  await expect(page.getByRole("main")).toContainText(
    `${account.name} enrolled in “${name}” and paid $49.00.`,
  );
});

test("a class is updated after a confirmation, and a negative number is refused by its alert", async ({
  page,
  site,
}) => {
  const { id, name } = await newClass(site, 5);
  await openDashboard(page, `/update/class/${id}`);
  await expect(page.getByRole("link", { name: "My Classes", exact: true }).first()).toBeVisible();
  for (const [label, wrong, right] of [
    ["Price", "-1", "60"],
    ["Available seats", "-3", "8"],
  ] as const) {
    await page.getByLabel(label).fill(wrong);
    await page.getByRole("button", { name: "Update class" }).click();
    await expect(page.getByRole("alertdialog")).toHaveText("Can'be Negetive NumberOK");
    await page.getByRole("button", { name: "OK", exact: true }).click();
    await expect(page.getByLabel(label)).toHaveValue(wrong);
    await page.getByLabel(label).fill(right);
  }
  await page.getByLabel("Class picture").setInputFiles(await drawing("#e9452a", "cover.jpg"));
  await page.getByRole("button", { name: "Update class" }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure?" });
  await expect(question).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  expect(await readClass(site, id)).toMatchObject({ price: 49, availableSeats: 5 });

  await page.getByRole("button", { name: "Update class" }).click();
  await question.getByRole("button", { name: "Yes, Update This Class!" }).click();
  await expect(page.getByRole("alertdialog", { name: "Class Updated Successfully!" })).toBeVisible();
  await page.getByRole("button", { name: "OK", exact: true }).click();
  await expect(page).toHaveURL(myClasses);
  await expect(cardOf(page, name)).toContainText("$60");
  expect(await readClass(site, id)).toMatchObject({
    price: 60,
    availableSeats: 8,
    image: expect.stringMatching(/^\/images\//),
  });
});

test("an update: what the server says of a field stands at it, and one whose answer is lost adds its seats once", async ({
  page,
  site,
  watch,
}) => {
  watch.expectFailure(0, /^\/api\/class\//);
  watch.expectFailure(400, /^\/api\/class\//);
  watch.expectFailure(409, /^\/api\/class\//);
  const { id } = await newClass(site, 5);
  await openDashboard(page, `/update/class/${id}`);
  await page.getByLabel("Available seats").fill("9");
  const update = async (): Promise<void> => {
    await page.getByRole("button", { name: "Update class" }).click();
    await page.getByRole("button", { name: "Yes, Update This Class!" }).click();
  };
  let sent = 0;
  await page.route("**/api/class/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    sent += 1;
    if (sent === 1)
      return route.fulfill({
        status: 400,
        contentType: "application/problem+json",
        body: JSON.stringify({
          code: "invalid-input",
          detail: "Some of the information is missing or wrong.",
          fields: [{ field: "whatYouWillLearn.0", message: "Use at most 200 characters per line" }],
        }),
      });
    if (sent > 2) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await update();
  const field = page.getByLabel("What you’ll learn");
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Use at most 200 characters per line/);
  await update();
  await expect(page.getByText("Can’t reach Senga.")).toBeVisible();
  await update();
  await expect(page.getByRole("alertdialog", { name: "Class Updated Successfully!" })).toBeVisible();
  expect(await readClass(site, id)).toMatchObject({ availableSeats: 9 });
});

test("strangers: another instructor's class, one that is not there, and another role", async ({
  page,
  browser,
  site,
  watch,
}) => {
  watch.expectFailure(404, /^\/api\/class\//);
  await enter(page, instructor);
  await page.goto("/classes?q=screentone");
  const theirs = page.getByRole("main").getByRole("listitem").filter({ hasNotText: instructor.name });
  const address = await theirs.getByRole("link").first().getAttribute("href");
  await page.goto(`/update/class/${address?.split("/").at(-1)}`);
  await expect(page.getByText("This class belongs to another instructor.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Update class" })).toBeHidden();

  await page.goto("/update/class/00000000-0000-7000-8000-000000000000");
  await expect(page.getByText("We couldn’t find this class.")).toBeVisible();
  await page.getByRole("link", { name: "Back to My Classes" }).click();
  await expect(page).toHaveURL(myClasses);

  const other = await browser.newContext({ baseURL: site.origin });
  await watch.follow(other);
  const student = await other.newPage();
  await student.goto("/update/class/00000000-0000-7000-8000-000000000000");
  await expect(student).toHaveURL(/\/login$/);
  await logIn(student, await newStudent(site));
  await expect(student).toHaveURL(/\/$/);
  await student.goto("/dashboard/add-class");
  await expect(student).toHaveURL(/\/$/);
});

test("two tabs: the second learns who changed what, and keeps what was typed", async ({
  page,
  context,
  site,
  watch,
}) => {
  watch.expectFailure(409, /^\/api\/class\//);
  const { id, name } = await newClass(site, 5);
  await openDashboard(page, `/update/class/${id}`);
  await page.getByLabel("Description").fill("From the first tab.");
  await page.getByLabel("Price").fill("55");

  const second = await context.newPage();
  await second.goto(`/update/class/${id}`);
  await second.getByLabel("Class name").fill(`${name}, renamed`);
  await second.getByLabel("Description").fill("From the second tab.");
  await second.getByRole("button", { name: "Update class" }).click();
  await second.getByRole("button", { name: "Yes, Update This Class!" }).click();
  await expect(second.getByRole("alertdialog", { name: "Class Updated Successfully!" })).toBeVisible();

  await page.getByRole("button", { name: "Update class" }).click();
  await page.getByRole("button", { name: "Yes, Update This Class!" }).click();
  const conflict = page.getByRole("alert", { name: "This class changed while you were editing" });
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText(/You changed it in another window, .+: Class name, Description\./);
  await expectNoBarrier(page);
  await expect(page.getByLabel("Class name")).toHaveValue(`${name}, renamed`);
  await expect(page.getByLabel("Description")).toHaveValue("From the first tab.");
  await expect(page.getByLabel("Price")).toHaveValue("55");
  await page.getByRole("button", { name: "Update class" }).click();
  await page.getByRole("button", { name: "Yes, Update This Class!" }).click();
  await expect(page.getByRole("alertdialog", { name: "Class Updated Successfully!" })).toBeVisible();
  expect(await readClass(site, id)).toMatchObject({
    className: `${name}, renamed`,
    description: "From the first tab.",
    price: 55,
  });
});

test("an admin's decision meanwhile does not stand in the way of an edit", async ({ page, site, watch }) => {
  watch.expectFailure(409, /^\/api\/class\//);
  const { insertedId } = (await asDemo(site, instructor.email, "POST", "/classes", {
    className: uniqueName("Waiting"),
    price: 20,
    availableSeats: 3,
    image: "/drawings/cover-eyes.svg",
  })) as { insertedId: string };
  await openDashboard(page, `/update/class/${insertedId}`);
  await page.getByLabel("Description").fill("Longer than before.");
  await asDemo(site, "admin@senga.example", "PATCH", `/admin/approve/class/${insertedId}`);
  await page.getByRole("button", { name: "Update class" }).click();
  await page.getByRole("button", { name: "Yes, Update This Class!" }).click();
  await expect(page.getByRole("alertdialog", { name: "Class Updated Successfully!" })).toBeVisible();
  expect(await readClass(site, insertedId)).toMatchObject({ description: "Longer than before." });
});

test("a picture is dropped, refused, cancelled, tried again and replaced", async ({
  page,
  watch,
}, testInfo) => {
  watch.expectFailure(0, uploadProblem);
  watch.expectFailure(422, uploadProblem);
  await openDashboard(page, "/dashboard/add-class");
  const { mimeType: type, buffer: bytes } = await drawing("#e9452a");
  await dropFile(page.getByText("Drop a picture here"), { name: "dropped.jpg", type, bytes });
  await expect(page.getByText("dropped.jpg is uploaded")).toBeVisible();
  await expect(page.getByText("This picture is 900 pixels wide and may look blurry")).toBeVisible();

  const field = page.getByLabel("Class picture");
  await field.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await expect(field).toHaveAccessibleDescription(/can't read this file as a picture/);
  // By its path: as a message to the browser, so many bytes can take longer than an action may.
  const huge = testInfo.outputPath("huge.png");
  writeFileSync(huge, Buffer.alloc(11 * 1024 * 1024));
  await field.setInputFiles(huge);
  await expect(field).toHaveAccessibleDescription(/larger than 10 MB/);
  await field.setInputFiles({ name: "false.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(field).toHaveAccessibleDescription(/can't read this file as a picture/);

  // Throttled, so the upload still runs when the test cancels it.
  const network = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await throttle(20_000);
  await field.setInputFiles(await largePicture("slow.png"));
  await expect
    .poll(async () =>
      Number(
        await page.getByRole("progressbar", { name: "Upload of slow.png" }).getAttribute("aria-valuenow"),
      ),
    )
    .toBeGreaterThan(0);
  await page.getByRole("button", { name: "Cancel upload" }).click();
  await expect(field).toHaveAccessibleDescription(/The upload was canceled/);

  // The form waits for a running upload.
  const name = uniqueName("Patience");
  await describe(page, name);
  await throttle(-1);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/images", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Add class" }).click();
  await expect(page.getByRole("button", { name: "Waiting for the picture…" })).toBeVisible();
  held.resolve();
  await expect(page.getByRole("alertdialog", { name: "New Class Added Successfully!" })).toBeVisible();
});

test("what is typed while a new class waits for its picture is added, too", async ({ page }) => {
  const name = uniqueName("Sleeves");
  await openDashboard(page, "/dashboard/add-class");
  const release = await holdAnswers(page, "**/api/images");
  await page.getByLabel("Class picture").setInputFiles(await drawing("#e9452a", "cover.jpg"));
  await describe(page, name);
  await page.getByRole("button", { name: "Add class" }).click();
  await expect(page.getByRole("button", { name: "Waiting for the picture…" })).toBeVisible();
  await page.getByLabel("Description").fill("Cloth that hangs, folds and moves.");
  await page.getByLabel("Price").fill("0.2");
  release();
  await expect(page.getByLabel("Price")).toHaveAccessibleDescription(/Enter a price from/);
  await page.getByLabel("Price").fill("49.50");
  const releaseClass = await holdAnswers(page, "**/api/classes");
  await page.getByRole("button", { name: "Add class" }).click();
  await expect(page.getByRole("button", { name: "Sending the class…" })).toBeVisible();
  await page.getByLabel("What students need").fill("A brush pen");
  releaseClass();
  await expect(page.getByRole("alertdialog", { name: "New Class Added Successfully!" })).toBeVisible();
  await page.getByRole("button", { name: "Later", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Leave" }).click();
  await cardOf(page, name)
    .getByRole("link", { name: `Update ${name}` })
    .click();
  await expect(page.getByLabel("Description")).toHaveValue("Cloth that hangs, folds and moves.");
  await expect(page.getByLabel("What students need")).toHaveValue("");
});

test("what is typed while a class is saved is saved with it, or asked about", async ({ page, site }) => {
  const { id } = await newClass(site, 5);
  await openDashboard(page, `/update/class/${id}`);
  await expect(page.getByLabel("Available seats")).toBeVisible();
  const releasePicture = await holdAnswers(page, "**/api/images");
  const releaseClass = await holdAnswers(page, `**/api/class/${id}`);
  await page.getByLabel("Class picture").setInputFiles(await drawing("#e9452a", "cover.jpg"));
  await page.getByLabel("Available seats").fill("8");
  const save = async (): Promise<void> => {
    await page.getByRole("button", { name: "Update class" }).click();
    await page.getByRole("button", { name: "Yes, Update This Class!" }).click();
  };
  await save();
  await expect(page.getByRole("button", { name: "Waiting for the picture…" })).toBeVisible();
  await page.getByLabel("Description").fill("Cloth that hangs.");
  releasePicture();
  await expect(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await page.getByLabel("What students need").fill("A brush pen");
  releaseClass();
  const saved = page.getByRole("alertdialog", { name: "Class Updated Successfully!" });
  await expect(saved).toBeVisible();
  expect(await readClass(site, id)).toMatchObject({ description: "Cloth that hangs.", tools: "" });
  await saved.getByRole("button", { name: "OK" }).click();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("What students need")).toHaveValue("A brush pen");
  await save();
  await saved.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL(myClasses);
  expect(await readClass(site, id)).toMatchObject({ tools: "A brush pen", availableSeats: 8 });
});

test("unsaved input asks before it is left: by a link, by the back button, and by logging out", async ({
  page,
}) => {
  const slow = Promise.withResolvers<void>();
  await page.route(/\/assets\/leave-dialog-/, async (route) => {
    await slow.promise;
    await route.continue();
  });
  await openDashboard(page, myClasses);
  await page.getByRole("navigation").getByRole("link", { name: "Add A Class" }).click();
  await expect(page.getByText("Loading the form")).toBeAttached();
  await expect(page.getByLabel("Class name"), "a form that nobody guards yet").toBeHidden();
  slow.resolve();
  await page.getByLabel("Class name").fill("Half a thought");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const leave = [
    () => page.getByRole("navigation").getByRole("link", { name: "My Classes" }).click(),
    () => page.evaluate(() => history.back()),
    () => page.getByRole("button", { name: "Logout" }).click(),
  ];
  for (const tryToLeave of leave) {
    await tryToLeave();
    await expect(question).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard\/add-class$/);
    await expect(page.getByLabel("Class name")).toHaveValue("Half a thought");
  }
  await page.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
});

test("a new instructor finds what to do first, and many classes come page by page", async ({
  page,
  site,
}) => {
  const account = await newStudent(site);
  const admin = "admin@senga.example";
  const users = (await asDemo(site, admin, "GET", "/admin/manage/users")) as { _id: string; email: string }[];
  const id = users.find(({ email }) => email === account.email)?._id;
  await asDemo(site, admin, "PATCH", `/users/instructor/${id}`);
  await enter(page, account);
  await page.goto(myClasses);
  await expect(page.getByText("You have not added any classes yet.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Add A Class" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add A Class" })).toBeFocused();

  const body = { price: 20, availableSeats: 3, image: "/drawings/cover-eyes.svg" };
  for (let number = 1; number <= 21; number += 1) {
    await asDemo(site, account.email, "POST", "/classes", { ...body, className: `Lesson ${number}` });
  }
  await page.getByRole("navigation").getByRole("link", { name: "My Classes" }).click();
  const classes = page.getByRole("heading", { level: 2, name: /^Lesson/ });
  await expect(classes).toHaveCount(20);
  await expect(page.getByRole("definition").first()).toHaveText("21");
  await page.getByRole("button", { name: "Earlier classes" }).click();
  await expect(classes).toHaveCount(21);
  await expect(page.getByRole("button", { name: "Earlier classes" })).toBeHidden();

  // Polling requests the first page only.
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/classes/instructor/")) asked.push(search);
  });
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(asked.filter((search) => search.includes("cursor="))).toEqual([]);
  await expect(classes).toHaveCount(21);
});

test("on a small screen the menu is a drawer that the keyboard opens and a link closes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page, myClasses);
  await page.getByRole("button", { name: "Open menu" }).press("Enter");
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.mouse.click(380, 400);
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).press("Enter");
  await drawer.getByRole("link", { name: "Add A Class" }).press("Enter");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Add A Class" })).toBeFocused();
});
