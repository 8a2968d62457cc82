import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { type Person, findPerson, isOfSignIn } from "../../../access/queries.ts";
import type { Database } from "../../../platform/database.ts";
import { classes } from "../../school/classes/tables.ts";
import { submissionPictures } from "../../studio/critique/tables.ts";
import { lessons, materials } from "../../classroom/lessons/tables.ts";
import { uploadedPicturePath } from "../../school/pictures/policy.ts";
import { pictures } from "../../school/pictures/tables.ts";
import { videoRenditions, videos } from "../../classroom/videos/tables.ts";
import { type PersonalTable, personalTables } from "./personal-tables.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import { users } from "../../../access/tables.ts";
import { exportTicketSeconds, maxSignInAge, problems } from "./contract.ts";

type Context = Pick<AppContext, "clock" | "db" | "log" | "settings" | "storage">;

const readMe = (origin: string, day: string) => `What Senga (${origin}) knows about you, on ${day} (UTC).

data/       one file of JSON for each kind of record, with the names of its columns. Amounts are in cents, times
            are UTC. What you wrote to us, and the newsletter, are in it once your email is confirmed.
files/      what you uploaded: drawings and pictures in their largest size, the materials of classes that you
            teach, and your videos as students see them, but none that is still being prepared.
index.json  what each file is, how it was named when you uploaded it, and the lesson or class that it belongs to. A
            file marked "missing" is gone from our storage; it is not in this zip.
`;

/**
 * A zip that is written while it is read, so no file is in memory as a whole. Letters and the newsletter are in it if
 * `isMailboxTheirs`.
 */
export async function exportPerson(
  context: Context,
  person: Person,
  isMailboxTheirs: boolean,
): Promise<Readable> {
  const owner = isMailboxTheirs ? person : { ...person, email: "" };
  const zip = new ZipFile();
  const add = (name: string, content: unknown): void =>
    zip.addBuffer(
      Buffer.from(typeof content === "string" ? content : JSON.stringify(content, null, 2)),
      name,
    );
  add("README.txt", readMe(context.settings.origin, context.clock.now().toISOString().slice(0, 10)));
  for (const [name, { table, isOf }] of Object.entries<PersonalTable>(personalTables))
    add(`data/${name}.json`, await context.db.select().from(table).where(isOf(owner)));
  const output = zip.outputStream as Readable;
  const files = await filesOf(context.db, person);
  let opened: Readable | undefined;
  output.once("close", () => opened?.destroy());
  const addFiles = async (): Promise<void> => {
    const missing = new Set<string>();
    for (const { name, storedAs } of files) {
      const file = await context.storage.read(storedAs);
      if (!file) {
        context.log.error({ file: storedAs }, "a file of an export is missing from the storage");
        missing.add(name);
        continue;
      }
      opened = file.stream;
      if (output.destroyed) opened.destroy();
      zip.addReadStream(file.stream, name, { compress: false, size: file.length });
      await finished(file.stream);
    }
    const index = files.map(({ name, facts }) => ({
      file: name,
      ...facts,
      ...(missing.has(name) && { missing: true }),
    }));
    add("index.json", index);
    zip.end();
  };
  const breakOff = (error: Error): void => {
    context.log.warn({ err: error }, "an export of an account broke off");
    output.destroy(error);
  };
  zip.on("error", breakOff);
  addFiles().catch(breakOff);
  return output;
}

interface PersonalFile {
  readonly name: string;
  readonly storedAs: string;
  readonly facts: {
    readonly is: "drawing" | "picture" | "material" | "video";
    readonly uploadedAs?: string;
    readonly lesson?: string | null;
    readonly class?: string | null;
  };
}

const largest = (widths: readonly number[]): number => Math.max(...widths);
const asOnePart = (fileName: string): string => fileName.replaceAll(/[\\/]/g, "_");
const lessonTitle = sql<string | null>`${lessons.draft} ->> 'title'`;

const filesOf = async (db: Database, person: Person): Promise<readonly PersonalFile[]> => [
  ...(await drawingsOf(db, person)),
  ...(await picturesOf(db, person)),
  ...(await materialsOf(db, person)),
  ...(await filmsOf(db, person)),
];

async function drawingsOf(db: Database, { id }: Person): Promise<PersonalFile[]> {
  const rows = await db
    .select({
      id: submissionPictures.id,
      widths: submissionPictures.widths,
      lesson: lessonTitle,
      class: classes.name,
    })
    .from(submissionPictures)
    .leftJoin(lessons, eq(lessons.id, submissionPictures.lessonId))
    .leftJoin(classes, eq(classes.id, submissionPictures.classId))
    .where(and(eq(submissionPictures.studentId, id), eq(submissionPictures.state, "stored")))
    .orderBy(asc(submissionPictures.id));
  return rows.map(({ id: drawing, widths, ...place }) => ({
    name: `files/drawings/${drawing}.webp`,
    storedAs: `submissions/${drawing}/${largest(widths)}.webp`,
    facts: { is: "drawing", ...place },
  }));
}

async function picturesOf(db: Database, { id }: Person): Promise<PersonalFile[]> {
  const rows = await db
    .select()
    .from(pictures)
    .where(and(eq(pictures.uploadedBy, id), eq(pictures.state, "stored")))
    .orderBy(asc(pictures.id));
  return rows.flatMap(({ id: picture, url, widths }) => {
    const [, folder] = uploadedPicturePath.exec(url) ?? [];
    const storedAs = `${folder}/${largest(widths)}.webp`;
    return folder
      ? [{ name: `files/pictures/${picture}.webp`, storedAs, facts: { is: "picture" as const } }]
      : [];
  });
}

async function materialsOf(db: Database, { id }: Person): Promise<PersonalFile[]> {
  const taught = db.select({ id: classes.curriculumId }).from(classes).where(eq(classes.instructorId, id));
  const rows = await db
    .select({ material: materials, lesson: lessonTitle })
    .from(materials)
    .innerJoin(lessons, eq(lessons.id, materials.lessonId))
    .where(and(inArray(lessons.curriculumId, taught), isNull(materials.removedAt)))
    .orderBy(asc(materials.id));
  return rows.map(({ material, lesson }) => ({
    name: `files/materials/${material.id}/${asOnePart(material.fileName)}`,
    storedAs: `materials/${material.id}/file`,
    facts: { is: "material", uploadedAs: material.fileName, lesson },
  }));
}

async function filmsOf(db: Database, { id }: Person): Promise<PersonalFile[]> {
  const rows = await db
    .selectDistinctOn([videos.id], {
      id: videos.id,
      fileName: videos.fileName,
      height: videoRenditions.height,
    })
    .from(videos)
    .innerJoin(videoRenditions, eq(videoRenditions.videoId, videos.id))
    .where(and(eq(videos.ownerId, id), inArray(videos.state, ["playable", "ready"])))
    .orderBy(asc(videos.id), desc(videoRenditions.height));
  return rows.map(({ id: video, fileName, height }) => ({
    name: `files/videos/${video}/${height}.mp4`,
    storedAs: `videos/${video}/${height}.mp4`,
    facts: { is: "video", uploadedAs: fileName },
  }));
}

/** Throws sign-in-again. */
export function requireRecentSignIn({ clock }: Pick<AppContext, "clock">, claims: IdentityClaims): void {
  const age = clock.now().getTime() / 1000 - (claims.signedInAt ?? 0);
  if (age > maxSignInAge) throw new Problem(problems["sign-in-again"]);
}

/** Stricter than the long-lived media cookie. Throws sign-in-again, account-not-found, account-suspended. */
export async function issueExportTicket(
  context: Pick<AppContext, "clock" | "db" | "exportSeal">,
  claims: IdentityClaims,
): Promise<string> {
  const { clock, db, exportSeal } = context;
  requireRecentSignIn(context, claims);
  const [account] = await db.select({ id: users.id }).from(users).where(isOfSignIn(claims));
  const person = account && (await findPerson(db, account.id));
  if (!person) throw new Problem(problems["account-not-found"]);
  if (person.isSuspended) throw new Problem(commonProblems["account-suspended"]);
  const expiresAt = clock.now().getTime() + exportTicketSeconds * 1000;
  return exportSeal.close(`${expiresAt} ${claims.emailVerified ? mailboxProven : ""}`, person.id);
}

const mailboxProven = "mailbox";

/** Undefined if it has expired, or is another person's. */
export function openExportTicket(
  { clock, exportSeal }: Pick<AppContext, "clock" | "exportSeal">,
  ticket: string,
  personId: string,
): { readonly isMailboxTheirs: boolean } | undefined {
  const [expiresAt, proof] = (exportSeal.open(ticket, personId) ?? "").split(" ");
  return Number(expiresAt) > clock.now().getTime() ? { isMailboxTheirs: proof === mailboxProven } : undefined;
}
