import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Log } from "../../platform/log.ts";

const mostBytes = 2 * 1024 * 1024;

/** Called with a mail that has come in full. The sender is told that it was taken when the promise is kept. */
export type TakeMail = (recipients: readonly string[], raw: Uint8Array) => Promise<void>;

/** An SMTP server for this machine alone, on a port that is free. Gives its address and how to end it. */
export async function serveSmtp(take: TakeMail, log: Log): Promise<{ url: string; close: () => Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: mostBytes,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on("error", done);
      stream.on("end", () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error("The mail is larger than this mailbox takes"), { responseCode: 552 }));
          return;
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        take(recipients, Buffer.concat(chunks)).then(
          () => done(),
          (error: unknown) => {
            log.error({ err: error }, "the mailbox could not keep a mail");
            done(Object.assign(new Error("The mailbox cannot keep this now"), { responseCode: 451 }));
          },
        );
      });
    },
  });
  server.on("error", (error) => log.warn({ err: error }, "the mailbox had trouble with a sender"));
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
