import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { guardians, users } from "../../src/access/tables.ts";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { type JobName, listJobs } from "../../src/jobs.ts";
import { UpstreamError } from "../../src/platform/errors.ts";
import { type QueuedMail, outbox } from "../../src/platform/outbox.ts";
import { useTestApp } from "../support/app.ts";
import {
  critique,
  handIn,
  makeExercise,
  readOwn,
  uploadDrawing,
  uploadDrawings,
} from "../support/drawings.ts";
import { type TestPerson, call, makePerson } from "../support/people.ts";
import { makeClass, takeSeat } from "../support/school.ts";

const app = useTestApp();

const said = "Bend the thumb. Then the rest follows.";
const sentence = "Bend the thumb.";

interface Fixture {
  readonly instructor: TestPerson;
  readonly artist: TestPerson;
  readonly classmate: TestPerson;
  readonly admin: TestPerson;
  readonly exercise: { readonly classId: string; readonly id: string };
  readonly picture: string;
  readonly round: string;
  readonly params: { readonly classId: string; readonly id: string };
}
let it: Fixture;

beforeEach(async () => {
  const [instructor, artist, classmate, admin] = [
    await makePerson(app.current, "instructor"),
    await makePerson(app.current, "student"),
    await makePerson(app.current, "student"),
    await makePerson(app.current, "admin"),
  ];
  const classId = await makeClass(app.current, instructor);
  const exercise = { ...(await makeExercise(app.current, instructor, classId, "Hands")), classId };
  for (const student of [artist, classmate]) await takeSeat(app.current, student, classId);
  for (const [person, kind] of [
    [artist, "comment-received"],
    [instructor, "drawing-handed-in"],
  ] as const)
    await call(app.current, "PATCH /notifications/choices", { body: { [kind]: "now" } }, person);
  const [picture = ""] = await uploadDrawings(app.current, artist, exercise);
  await handIn(app.current, artist, exercise, [picture], "My first hands");
  const { _id: id, rounds } = await readOwn(app.current, artist, exercise);
  const params = { classId, id };
  it = { instructor, artist, classmate, admin, exercise, picture, round: rounds[0]._id, params };
});

const inGallery = (key: string, who: TestPerson, body?: object) =>
  call(app.current, key, { params: it.params, ...(body && { body }) }, who);
const show = () => inGallery("POST /class/{classId}/gallery/{id}", it.artist);
const comment = (text = said) =>
  inGallery("POST /class/{classId}/gallery/{id}/comments", it.classmate, { text });
const block = (who: TestPerson, { id }: TestPerson) =>
  call(app.current, "POST /blocks/{id}", { params: { id } }, who);

/** The newest notification of the kind, as its reader's page shows it; one that is gone shows nothing. */
async function read(who: TestPerson, kind: string) {
  const { body } = await call(app.current, "GET /notifications", {}, who);
  const { text, picture } = body.find((row: { kind: string }) => row.kind === kind) ?? {
    text: "",
    picture: null,
  };
  return { text, picture: picture?._id ?? null };
}

/** Runs the jobs; the mails that leave for a person. */
async function run(name: JobName, who?: TestPerson): Promise<QueuedMail[]> {
  const sent: QueuedMail[] = [];
  const { context } = app.current;
  const mail = { ...context.mail, send: async (each: QueuedMail) => void sent.push(each) };
  const job = listJobs({ ...context, mail }).find((each) => each.name === name);
  await job?.work(new AbortController().signal);
  return sent.filter(({ to }) => to === who?.email);
}

const seen = ({ html, text, pictures = [] }: QueuedMail) => ({
  quotes: [html, text].map((part) => part.includes(sentence)),
  images: html.match(/src="cid:[^"]+"/g) ?? [],
  pictures: pictures.map(({ cid }) => cid),
});
const whole = (picture: string) => ({
  quotes: [true, true],
  images: [`src="cid:${picture}@drawings"`],
  pictures: [`${picture}@drawings`],
});
const nothing = { quotes: [false, false], images: [], pictures: [] };

const cases = {
  "critique-received": async () => {
    await critique(app.current, it.instructor, it.round, { text: said });
    return it.artist;
  },
  "comment-received": async () => {
    await show();
    await comment();
    return it.artist;
  },
} as const;

describe.each(Object.entries(cases))("%s", (kind, happen) => {
  test("shows the drawing and the first sentence, on the page and in the mail", async () => {
    const reader = await happen();
    expect(await read(reader, kind)).toEqual({ text: sentence, picture: it.picture });
    await run("notifications");
    const waiting = await app.current.context.db
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, reader.email));
    expect(waiting).toHaveLength(1);
    expect(JSON.stringify(waiting)).not.toContain(sentence);
    const [mail] = await run("mail", reader);
    expect(seen(mail!)).toEqual(whole(it.picture));
    expect(mail!.pictures?.[0]?.bytes.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect(mail!.text).toContain(`“${sentence}”`);
  });
});

test("a drawing that was handed in is shown to the instructor, without the note", async () => {
  const kind = "drawing-handed-in";
  expect(await read(it.instructor, kind)).toEqual({ text: "", picture: it.picture });
  await run("notifications");
  const mails = await run("mail", it.instructor);
  const mail = mails.find(({ subject }) => subject.includes("handed in"))!;
  expect(seen(mail)).toEqual({ ...whole(it.picture), quotes: [false, false] });
  expect(mail.html + mail.text).not.toContain("My first hands");
});

/** After the reports of a classmate, or of the student whose critique it is. */
async function takeDown(kind: "drawing" | "comment" | "critique", id: string, by: TestPerson) {
  await call(app.current, "POST /reports", { body: { kind, id, reason: "unkind" } }, by);
  const [open] = (await call(app.current, "GET /admin/reports", {}, it.admin)).body;
  const body = { decision: "hide", reason: "We asked both." };
  const params = { id: open.reports[0]._id };
  const { status } = await call(app.current, "POST /admin/reports/{id}/decision", { params, body }, it.admin);
  expect(status).toBe(200);
}
const change = (table: typeof users, { id }: TestPerson, values: Partial<typeof users.$inferInsert>) =>
  app.current.context.db.update(table).set(values).where(eq(table.id, id));

const changes: readonly [
  kind: keyof typeof cases | "drawing-handed-in",
  what: string,
  happens: () => Promise<unknown>,
][] = [
  [
    "critique-received",
    "the critique is taken down",
    async () => {
      const { rounds } = await readOwn(app.current, it.artist, it.exercise);
      await takeDown("critique", rounds[0].critique._id, it.artist);
    },
  ],
  [
    "critique-received",
    "the drawing is taken down",
    async () => {
      await show();
      await takeDown("drawing", it.params.id, it.classmate);
    },
  ],
  ["critique-received", "its instructor blocks the artist", () => block(it.instructor, it.artist)],
  ["drawing-handed-in", "its instructor blocks the artist", () => block(it.instructor, it.artist)],
  [
    "drawing-handed-in",
    "the artist takes it back",
    () =>
      call(app.current, "DELETE /class/{classId}/lesson/{id}/submission", { params: it.exercise }, it.artist),
  ],
  [
    "drawing-handed-in",
    "the drawing is taken down",
    async () => {
      await show();
      await takeDown("drawing", it.params.id, it.classmate);
    },
  ],
  [
    "drawing-handed-in",
    "the class is handed over",
    async () => {
      const { email } = await makePerson(app.current, "instructor");
      const params = { id: it.params.classId };
      await call(app.current, "PATCH /admin/hand-over/class/{id}", { params, body: { email } }, it.admin);
    },
  ],
  [
    "drawing-handed-in",
    "its file is gone",
    () => app.current.context.storage.removeFolder(`submissions/${it.picture}`),
  ],
  [
    "comment-received",
    "the comment is taken down",
    async () => {
      const path = "GET /class/{classId}/gallery/{id}/comments";
      const [{ _id }] = (await inGallery(path, it.artist)).body;
      await takeDown("comment", _id, it.artist);
    },
  ],
  [
    "comment-received",
    "its author removes it",
    async () => {
      const [{ _id: id }] = (await call(app.current, "GET /comments", {}, it.classmate)).body;
      await call(app.current, "DELETE /comment/{id}", { params: { id } }, it.classmate);
    },
  ],
  ["comment-received", "the drawing is taken down", () => takeDown("drawing", it.params.id, it.classmate)],
  [
    "comment-received",
    "the artist stops showing it",
    () => inGallery("DELETE /class/{classId}/gallery/{id}", it.artist),
  ],
  ["comment-received", "the artist blocks its author", () => block(it.artist, it.classmate)],
  ["comment-received", "its author blocks the artist", () => block(it.classmate, it.artist)],
  [
    "comment-received",
    "its author is suspended",
    () => change(users, it.classmate, { suspendedAt: app.current.clock.now() }),
  ],
  [
    "comment-received",
    "its author turns out to be a minor without consent",
    () => {
      const at = app.current.clock.now();
      const adultOn = `${at.getUTCFullYear() + 2}-01-01`;
      return app.current.context.db
        .insert(guardians)
        .values({ personId: it.classmate.id, email: "guardian@example.org", adultOn, askedAt: at });
    },
  ],
  [
    "comment-received",
    "the artist's age is no longer known",
    () => change(users, it.artist, { isAgeKnown: false }),
  ],
  [
    "comment-received",
    "the artist leaves the class",
    () => app.current.context.db.delete(enrollments).where(eq(enrollments.studentId, it.artist.id)),
  ],
];

test.each(changes)("%s shows neither once %s, even in a mail that waits", async (kind, what, happens) => {
  const reader = kind === "drawing-handed-in" ? it.instructor : await cases[kind]();
  await run("notifications");
  await happens();
  const mails = await run("mail", reader);
  const mail = mails.find(({ subject }) => /critique on|commented|handed in/.test(subject))!;
  expect(seen(mail)).toEqual(nothing);
  // A page that asks for a lost file shows nothing instead.
  if (what !== "its file is gone") expect(await read(reader, kind)).toEqual({ text: "", picture: null });
});

test("a large photo of a drawing is in the mail too", async () => {
  const noise = { type: "gaussian", mean: 160, sigma: 14 } as const;
  const paper = { width: 1280, height: 1700, channels: 3, background: "white", noise } as const;
  const photo = await sharp({ create: paper }).jpeg().toBuffer();
  const { body } = await uploadDrawing(app.current, it.classmate, it.exercise, photo);
  await handIn(app.current, it.classmate, it.exercise, [body._id]);
  await run("notifications");
  const mails = await run("mail", it.instructor);
  expect(mails.flatMap((mail) => seen(mail).pictures)).toContain(`${body._id}@drawings`);
});

test("a suspended reader's waiting mail has neither", async () => {
  const reader = await cases["critique-received"]();
  await run("notifications");
  await change(users, reader, { suspendedAt: app.current.clock.now() });
  const [mail] = await run("mail", reader);
  expect(seen(mail!)).toEqual(nothing);
});

test("while the store of pictures is away, the mail leaves without the drawing", async () => {
  const reader = await cases["critique-received"]();
  await run("notifications");
  const away = new UpstreamError("storage", { isTransient: true, hasResponse: false }, new Error("away"));
  const reading = vi.spyOn(app.current.context.storage, "read").mockRejectedValue(away);
  const [mail] = await run("mail", reader);
  reading.mockRestore();
  expect(seen(mail!)).toEqual({ quotes: [true, true], images: [], pictures: [] });
});

test("several comments on a drawing attach it once, and links in them are not links in the mail", async () => {
  await show();
  await comment("See https://evil.example/now or mail me@evil.example or evil.example! Really.");
  await comment();
  await run("notifications");
  const [mail] = await run("mail", it.artist);
  expect(seen(mail!)).toEqual({
    ...whole(it.picture),
    images: Array.from({ length: 2 }, () => `src="cid:${it.picture}@drawings"`),
  });
  expect(mail!.text).toContain("“See [link] or mail [link] or [link]!”");
  expect(mail!.html + mail!.text).not.toContain("evil");
});

test("a mail about many drawings attaches those of the first four lines", async () => {
  const drawn = [it.picture];
  for (let each = 0; each < 11; each += 1) {
    const student = await makePerson(app.current, "student");
    await takeSeat(app.current, student, it.params.classId);
    const [picture = ""] = await uploadDrawings(app.current, student, it.exercise);
    await handIn(app.current, student, it.exercise, [picture]);
    drawn.push(picture);
  }
  await run("notifications");
  const [draft] = await app.current.context.db
    .select({ draft: outbox.draft })
    .from(outbox)
    .where(eq(outbox.subject, "12 drawings handed in"));
  expect(JSON.stringify(draft)).toContain('"more":2');
  const mails = await run("mail", it.instructor);
  const mail = mails.find(({ subject }) => subject === "12 drawings handed in")!;
  const four = drawn.slice(0, 4).map((picture) => `${picture}@drawings`);
  expect(seen(mail)).toMatchObject({ images: four.map((cid) => `src="cid:${cid}"`), pictures: four });
  expect(mail.text).toContain("And 2 more.");
});
