import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import pLimit from "p-limit";
import { Problem } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { AppContext } from "../../context.ts";
import type { Person } from "../accounts/queries.ts";
import { problems } from "./problems.ts";
import { transcode } from "./transcode.ts";
import type { Transcoded } from "./transcode-picture.ts";
import { maxSeconds } from "./policy.ts";
import { recognisePicture } from "./recognise-picture.ts";
import { discardPicture, takeOverAbandoned } from "./remove-picture.ts";
import { pictures } from "./tables.ts";
import { renewPicture } from "./use-picture.ts";

// One picture at a time, on one core, however many are uploaded at once.
const oneAtATime = pLimit(1);

/** Keeps pictures under names made from their content: the same bytes have the same address, however often they come. */
export function createPictureStore(context: AppContext) {
  const underWay = new Map<string, Promise<string>>();

  /**
   * Draws the picture anew in several widths, as AVIF and WebP, and keeps that. Returns its address on this site.
   * Throws what recognisePicture and transcode throw, picture-busy (another process works on the same bytes), UpstreamError; then
   * nothing of it can be seen.
   */
  return function storePicture(uploader: Person, bytes: Buffer): Promise<string> {
    const name = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const same = underWay.get(name);
    if (same) return same;
    const stored = oneAtATime(() => store(context, uploader, bytes, name)).finally(() =>
      underWay.delete(name),
    );
    underWay.set(name, stored);
    return stored;
  };
}

async function store(context: AppContext, uploader: Person, bytes: Buffer, name: string): Promise<string> {
  const url = `/images/${name}`;
  if (await renewPicture(context.db, context.clock, url)) return url;
  recognisePicture(bytes);
  return transcode(bytes, async (transcoded) => {
    await takeOverAbandoned(context, url);
    const id = await reserve(context, uploader, url, transcoded);
    // Another process was faster.
    if (!id && (await renewPicture(context.db, context.clock, url))) return url;
    if (!id) throw new Problem(problems.busy);
    try {
      await writeFiles(context, transcoded, name);
      await finish(context, id);
      return url;
    } catch (error) {
      await discardPicture(context, { id, url });
      throw error;
    }
  });
}

/** Makes the row that says who works on the picture. Undefined when there is one already. */
async function reserve(
  context: AppContext,
  uploader: Person,
  url: string,
  { width, height, widths, placeholder }: Transcoded,
): Promise<string | undefined> {
  const now = context.clock.now();
  const [made] = await context.db
    .insert(pictures)
    .values({
      id: newId(),
      url,
      state: "drawing",
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
  return made?.id;
}

async function writeFiles(
  { storage, clock }: AppContext,
  transcoded: Transcoded,
  name: string,
): Promise<void> {
  const end = clock.now().getTime() + maxSeconds * 1000;
  for await (const file of transcoded.files()) {
    // Later, somebody else may believe that nobody works on it any more, and begin to remove it.
    if (clock.now().getTime() > end) throw new Problem(problems.busy);
    await storage.write(`${name}/${file.name}`, file.bytes);
  }
}

/** Only now the picture can be used. */
async function finish({ db, clock }: AppContext, id: string): Promise<void> {
  const kept = await db
    .update(pictures)
    .set({ state: "kept", changedAt: clock.now() })
    .where(and(eq(pictures.id, id), eq(pictures.state, "drawing")))
    .returning({ id: pictures.id });
  if (kept.length === 0) throw new Problem(problems.busy);
}
