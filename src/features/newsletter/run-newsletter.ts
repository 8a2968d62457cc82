import type { World } from "../../context.ts";
import { releaseWhenDue } from "./release-newsletter.ts";
import { sendNewsletter } from "./send-newsletter.ts";

/** The newsletter's part of the background work: the week's issue where it goes out by itself, then the next mails. */
export async function runNewsletter(world: World): Promise<void> {
  await releaseWhenDue(world);
  await sendNewsletter(world);
}
