import { once } from "node:events";
import { callbackify } from "node:util";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Log } from "../../src/platform/log.ts";

const maxMailBytes = 2 * 1024 * 1024;

/** The server acknowledges the mail when the promise resolves. */
export type TakeMail = (recipients: readonly string[], raw: Uint8Array) => Promise<void>;

export async function serveSmtp(
  take: TakeMail,
  log: Log,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: maxMailBytes,
    closeTimeout: 1_000,
    logger: false,
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      const raw = await readMail(stream);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      await take(recipients, raw).catch((error: unknown) => {
        log.error({ err: error }, "the mailbox could not store a mail");
        throw refusal(451, "The mailbox cannot keep this now");
      });
    }),
  });
  server.on("error", (error) => log.warn({ err: error }, "the mailbox had an error with a client"));
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (!address || typeof address === "string") throw new Error("The mailbox's server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads an oversized mail to the end, because the client reads the reply only then. */
async function readMail(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (Buffer.isBuffer(chunk) && !stream.sizeExceeded) chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw refusal(552, "The mail is larger than this mailbox takes");
  return Buffer.concat(chunks);
}

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });
