import { buffer } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import pLimit from "p-limit";
import sharp from "sharp";
import type { AppContext } from "../../context.ts";
import { asJpeg, widthShown } from "./transcode-picture.ts";
import { pictures } from "./tables.ts";

const types = ["avif", "webp"] as const;

/** Mails and link previews use this file. A wildcard in Accept selects JPEG, which every client decodes. */
export async function fileToShow(
  { db }: Pick<AppContext, "db">,
  name: string,
  accept: string,
): Promise<{ width: number; type: (typeof types)[number] | "jpg" } | undefined> {
  const [kept] = await db.select({ widths: pictures.widths }).from(pictures).where(isKept(name));
  if (!kept) return undefined;
  return { width: widthShown(kept.widths), type: types.find((type) => takes(accept, type)) ?? "jpg" };
}

const isKept = (name: string) => and(eq(pictures.url, `/images/${name}`), eq(pictures.state, "stored"));

const takes = (accept: string, type: string): boolean =>
  accept.split(",").some((each) => {
    const [named = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return named === `image/${type}` && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

const underWay = new Map<string, Promise<Buffer | undefined>>();
const oneAtATime = pLimit(1);

export function makeJpeg(
  context: Pick<AppContext, "db" | "storage">,
  name: string,
  width: number,
): Promise<Buffer | undefined> {
  const same = underWay.get(name);
  if (same) return same;
  const made = oneAtATime(() => make(context, name, width)).finally(() => underWay.delete(name));
  underWay.set(name, made);
  return made;
}

async function make(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  name: string,
  width: number,
): Promise<Buffer | undefined> {
  const from = await storage.read(`${name}/${width}.webp`);
  if (!from) return undefined;
  const jpeg = await asJpeg(sharp(await buffer(from.stream)));
  await storage.write(`${name}/${width}.jpg`, jpeg);
  // A concurrent removal would leave this file orphaned.
  if ((await db.$count(pictures, isKept(name))) === 0) await storage.removeFolder(name);
  return jpeg;
}
