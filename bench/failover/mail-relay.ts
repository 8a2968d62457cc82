/** Takes all mail and notes each as a line of JSON. Arguments: address, port, file. */
import { appendFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { callbackify } from "node:util";
import PostalMime from "postal-mime";
import { type SMTPServerDataStream, type SMTPServerSession, SMTPServer } from "smtp-server";

export interface NotedMail {
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
}

const [, , host, port, file = ""] = process.argv;

async function note(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
  const { subject = "", messageId = "" } = await PostalMime.parse(await buffer(stream));
  const to = envelope.rcptTo.map(({ address }) => address).join();
  const noted: NotedMail = { to, subject, messageId };
  appendFileSync(file, `${JSON.stringify(noted)}\n`);
}

new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  onData: callbackify(note),
}).listen(Number(port), host);
