import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { problems, maxProcessingSeconds } from "./policy.ts";
import { transcode } from "./transcode.ts";
import type { Transcoded } from "./transcode-picture.ts";
import { discardPicture, takeOverAbandoned, renewPicture } from "./picture-use.ts";
import { pictures } from "./tables.ts";

/** Ignores trailing data: phones append videos to valid photos, and re-encoding drops it. Throws not-a-picture. */
export function checkSignature(bytes: Buffer): void {
  if (!signatures.some((matches) => matches(bytes))) throw new Problem(problems["not-a-picture"]);
}

const textAt = (bytes: Buffer, from: number, length: number) => bytes.toString("latin1", from, from + length);

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  (bytes) => bytes.subarray(0, 8).equals(pngSignature),
  (bytes) => textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP",
  (bytes) => textAt(bytes, 4, 4) === "ftyp" && /avi[fs]/.test(textAt(bytes, 8, 64)),
];

export function createPictureStore(context: Pick<AppContext, "clock" | "db" | "log" | "storage">) {
  const inFlight = new Map<string, Promise<string>>();

  /** Throws picture-busy, UpstreamError and the errors of `checkSignature` and `transcode`. */
  return function storePicture(uploader: Person, bytes: Buffer): Promise<string> {
    const name = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const pending = inFlight.get(name);
    if (pending) return pending;
    const stored = store(context, uploader, bytes, name).finally(() => inFlight.delete(name));
    inFlight.set(name, stored);
    return stored;
  };
}

async function store(
  context: Pick<AppContext, "clock" | "db" | "log" | "storage">,
  uploader: Person,
  bytes: Buffer,
  name: string,
): Promise<string> {
  const url = `/images/${name}`;
  if (await renewPicture(context.db, context.clock, url)) return url;
  checkSignature(bytes);
  return transcode(bytes, async (transcoded) => {
    await takeOverAbandoned(context, url);
    const id = await reserve(context, uploader, url, transcoded);
    if (!id && (await renewPicture(context.db, context.clock, url))) return url;
    if (!id) throw new Problem(problems["picture-busy"]);
    try {
      await writeFiles(context, transcoded, name);
      await markStored(context, id);
      return url;
    } catch (error) {
      // If its lease ended and it was removed, a new row leads to the files that were written since.
      const again = await reserve(context, uploader, url, transcoded);
      await discardPicture(context, { id: again ?? id, url });
      throw error;
    }
  });
}

async function reserve(
  context: Pick<AppContext, "clock" | "db">,
  uploader: Person,
  url: string,
  { width, height, widths, placeholder }: Transcoded,
): Promise<string | undefined> {
  const now = context.clock.now();
  const [inserted] = await context.db
    .insert(pictures)
    .values({
      id: newId(),
      url,
      state: "processing",
      changedAt: now,
      width,
      height,
      widths: [...widths],
      placeholder,
      uploadedBy: uploader.id,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: pictures.id });
  return inserted?.id;
}

/** Throws picture-busy once it has taken too long. */
export async function writeFiles(
  { storage, clock }: Pick<AppContext, "storage" | "clock">,
  transcoded: Transcoded,
  folder: string,
): Promise<void> {
  const deadline = clock.now().getTime() + maxProcessingSeconds * 1000;
  for await (const file of transcoded.files()) {
    if (clock.now().getTime() > deadline) throw new Problem(problems["picture-busy"]);
    await storage.write(`${folder}/${file.name}`, file.bytes);
  }
}

async function markStored({ db, clock }: Pick<AppContext, "db" | "clock">, id: string): Promise<void> {
  const updated = await db
    .update(pictures)
    .set({ state: "stored", changedAt: clock.now() })
    .where(and(eq(pictures.id, id), eq(pictures.state, "processing")))
    .returning({ id: pictures.id });
  if (updated.length === 0) throw new Problem(problems["picture-busy"]);
}
