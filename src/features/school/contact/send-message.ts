import { newId } from "../../../platform/ids.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { isHoneypotFilled } from "./policy.ts";
import { contactMessages } from "./tables.ts";

export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly website?: string | undefined;
}

/** Stores the message and its mail in one transaction. A honeypot hit also gets an id. */
export async function sendMessage(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  input: ContactMessage,
): Promise<string> {
  const id = newId();
  if (isHoneypotFilled(input)) return id;
  const { name, email, message } = input;
  await context.db.transaction(async (tx) => {
    await tx.insert(contactMessages).values({ id, name, email, message, createdAt: context.clock.now() });
    const mail = layOutMail({
      to: context.settings.supportEmail,
      subject: `Message from ${name}`,
      greeting: `${name} wrote:`,
      paragraphs: message.split(/\n+/),
      facts: [
        ["Reply to", email],
        ["Message", id],
      ],
      reason: "Sent from the contact form.",
    });
    await enqueueMail(tx, context.clock, { ...mail, replyTo: email });
  });
  return id;
}
