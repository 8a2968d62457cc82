import type { AppContext } from "../../../context.ts";
import { releaseWhenDue } from "./release-newsletter.ts";
import { sendNewsletter } from "./send-newsletter.ts";

export async function runNewsletter(context: Pick<AppContext, "clock" | "db" | "settings">): Promise<void> {
  await releaseWhenDue(context);
  await sendNewsletter(context);
}
