import { buffer } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import pLimit from "p-limit";
import type { AppContext } from "../../../context.ts";
import { loadSharp } from "../../../platform/load-sharp.ts";
import { encodeJpeg, defaultWidthOf } from "./transcode-picture.ts";
import { pictures } from "./tables.ts";

const types = ["avif", "webp"] as const;

/** Mails and link previews use this file. A wildcard in Accept selects JPEG, which every client decodes. */
export async function chooseVariant(
  { db }: Pick<AppContext, "db">,
  name: string,
  accept: string,
): Promise<{ width: number; type: (typeof types)[number] | "jpg" } | undefined> {
  const [picture] = await db.select({ widths: pictures.widths }).from(pictures).where(isStored(name));
  if (!picture) return undefined;
  return {
    width: defaultWidthOf(picture.widths),
    type: types.find((type) => acceptsType(accept, type)) ?? "jpg",
  };
}

const isStored = (name: string) => and(eq(pictures.url, `/images/${name}`), eq(pictures.state, "stored"));

const acceptsType = (accept: string, type: string): boolean =>
  accept.split(",").some((each) => {
    const [mediaType = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return mediaType === `image/${type}` && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

const inFlight = new Map<string, Promise<Buffer | undefined>>();
const oneAtATime = pLimit(1);

export function makeJpeg(
  context: Pick<AppContext, "db" | "storage">,
  name: string,
  width: number,
): Promise<Buffer | undefined> {
  const pending = inFlight.get(name);
  if (pending) return pending;
  const jpeg = oneAtATime(() => transcodeToJpeg(context, name, width)).finally(() => inFlight.delete(name));
  inFlight.set(name, jpeg);
  return jpeg;
}

async function transcodeToJpeg(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  name: string,
  width: number,
): Promise<Buffer | undefined> {
  const from = await storage.read(`${name}/${width}.webp`);
  if (!from) return undefined;
  const sharp = await loadSharp();
  const jpeg = await encodeJpeg(sharp(await buffer(from.stream)));
  await storage.write(`${name}/${width}.jpg`, jpeg);
  // A concurrent removal would leave this file orphaned.
  if ((await db.$count(pictures, isStored(name))) === 0) await storage.removeFolder(name);
  return jpeg;
}
