import { and, eq } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { uploadedPicturePath } from "./policy.ts";
import { pictures } from "./tables.ts";

const drawingPath = /^\/drawings\/[\w-]+\.svg$/;

/** Returns the URL to store, and locks an upload's row against removal. Throws invalid-input. */
export async function claimPicture(
  tx: Database,
  clock: Clock,
  origin: string,
  chosen: string,
  field = "image",
): Promise<string> {
  const url = chosen.startsWith(`${origin}/`) ? chosen.slice(origin.length) : chosen;
  if (uploadedPicturePath.test(url)) {
    if (await renewPicture(tx, clock, url)) return url;
    throw invalidField(field, "This picture is no longer available. Upload it again.");
  }
  if (drawingPath.test(url) || isHttps(url)) return url;
  throw invalidField(field, "Upload a picture, or enter a link that starts with https://");
}

export async function renewPicture(db: Database, clock: Clock, url: string): Promise<boolean> {
  const renewed = await db
    .update(pictures)
    .set({ changedAt: clock.now() })
    .where(and(eq(pictures.url, url), eq(pictures.state, "stored")))
    .returning({ id: pictures.id });
  return renewed.length > 0;
}

function isHttps(url: string): boolean {
  if (/\s/.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return protocol === "https:" && username === "" && password === "";
}

const invalidField = (field: string, message: string) =>
  new Problem(problems["invalid-input"], undefined, [{ field, message }]);
