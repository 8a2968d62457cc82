import type { AppContext } from "../../context.ts";
import { releaseWhenDue } from "./release-newsletter.ts";
import { sendNewsletter } from "./send-newsletter.ts";

/** The newsletter's part of the background work: the week's issue where it goes out by itself, then the next mails. */
export async function runNewsletter(context: AppContext): Promise<void> {
  await releaseWhenDue(context);
  await sendNewsletter(context);
}
