/**
 * A mail relay that forgets nothing: each mail is a line of a file before it is acknowledged. Arguments: its port, and the
 * file.
 */
import { appendFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { callbackify } from "node:util";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { TakenMail } from "./books.ts";

/** Between the note and the answer: a kill meanwhile leaves a mail that was taken and not acknowledged. */
const milliseconds = 100;

const [, , port = "", file = ""] = process.argv;

async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
  const { messageId = "", subject = "", text = "" } = await PostalMime.parse(await buffer(stream));
  const mail: TakenMail = {
    id: messageId,
    to: envelope.rcptTo[0]?.address ?? "",
    subject,
    intentId: /\bpi_\w+/.exec(text)?.[0],
  };
  appendFileSync(file, `${JSON.stringify(mail)}\n`);
  await wait(milliseconds);
}

const relay = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  logger: false,
  onData: callbackify(take),
});
relay.on("error", () => {});
relay.listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
process.once("disconnect", () => process.exit());
