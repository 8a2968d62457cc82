import { and, eq } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { Problem, problems } from "../../platform/errors.ts";
import { ownPicture } from "./policy.ts";
import { pictures } from "./tables.ts";

/** The house's own drawings. */
const drawing = /^\/drawings\/[\w-]+\.svg$/;

/**
 * The address to keep of a picture that somebody chose: of an uploaded one, also when it was given with this site's
 * origin; of a drawing of the house; or of a picture elsewhere, by https, which is never fetched by this server.
 * An uploaded one stays as long as the transaction and what it writes. Throws invalid-input.
 * @param tx the transaction in which the address is written
 * @param origin of this site
 * @param field what the caller's input calls the picture
 */
export async function usePicture(
  tx: Database,
  clock: Clock,
  origin: string,
  chosen: string,
  field = "image",
): Promise<string> {
  const url = chosen.startsWith(`${origin}/`) ? chosen.slice(origin.length) : chosen;
  if (ownPicture.test(url)) {
    if (await renewPicture(tx, clock, url)) return url;
    throw wrong(field, "This picture is no longer available. Upload it again.");
  }
  if (drawing.test(url) || isHttps(url)) return url;
  throw wrong(field, "Upload a picture, or enter a link that starts with https://");
}

/** Counts the picture's age from now. Tells whether it is kept at all. */
export async function renewPicture(db: Database, clock: Clock, url: string): Promise<boolean> {
  const renewed = await db
    .update(pictures)
    .set({ changedAt: clock.now() })
    .where(and(eq(pictures.url, url), eq(pictures.state, "kept")))
    .returning({ id: pictures.id });
  return renewed.length > 0;
}

function isHttps(address: string): boolean {
  if (/\s/.test(address) || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === "https:" && username === "" && password === "";
}

const wrong = (field: string, message: string) =>
  new Problem(problems.invalidInput, undefined, [{ field, message }]);
