import { join } from "node:path";
import { once } from "node:events";
import { callbackify } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import { Problem, problems } from "../../src/platform/errors.ts";
import { answerProblems } from "../../src/http/problem-responses.ts";
import type { Log } from "../../src/platform/log.ts";
import { sendPage } from "../pages/page.ts";
import { serveStyles } from "../pages/serve-file.ts";
import { type Sandbox, isFromThisMachine } from "../sandbox.ts";
import { listMessages, openMessage, openMessages, storeMessage } from "./messages.ts";
import { listPage, mailboxPolicy, messagePage, notFoundPage } from "./pages.ts";
import { root } from "../../src/platform/root.ts";

export interface Mailbox extends Sandbox {
  readonly smtpUrl: string;
  readonly close: () => Promise<void>;
}

/**
 * A local SMTP server that stores mail, with pages at /sandbox/mailbox for this machine only. Listens at once; its
 * table must exist before the first mail.
 */
export async function createSmtpSandbox(parts: { db: Database; clock: Clock; log: Log }): Promise<Mailbox> {
  const { db, clock, log } = parts;
  const smtp = await serveSmtp((recipients, raw) => storeMessage(db, clock, recipients, raw), log);
  return {
    smtpUrl: smtp.url,
    close: smtp.close,
    mount: async (app) => {
      await app.register(async (scope) => mountPages(scope, db), { prefix: "/sandbox" });
    },
  };
}

function mountPages(app: FastifyInstance, db: Database): void {
  answerProblems(app);
  app.addHook("onRequest", async (request, reply) => {
    // Security: mail contains login links.
    if (!isFromThisMachine(request)) throw new Problem(problems["not-found"]);
    reply.header("cache-control", "no-store").header("content-security-policy", mailboxPolicy);
  });

  app.get("/mailbox.json", async (request, reply) => {
    const opened = await openMessages(db, requestedEmail(request));
    return reply.send(
      opened.map(({ id, recipients, subject, text, links }) => ({
        id,
        to: recipients[0],
        subject,
        text,
        links,
      })),
    );
  });

  app.get("/mailbox", async (request, reply) => {
    const to = requestedEmail(request);
    return sendPage(reply, listPage(await listMessages(db, to), to));
  });

  app.get<{ Params: { id: string } }>("/mailbox/:id", async (request, reply) => {
    const message = await find(db, request);
    return message ? sendPage(reply, messagePage(message)) : sendPage(reply.code(404), notFoundPage());
  });

  app.get<{ Params: { id: string } }>("/mailbox/:id/html", async (request, reply) => {
    const message = await find(db, request);
    if (!message?.html) throw new Problem(problems["not-found"]);
    return sendPage(reply.header("content-security-policy", mailPolicy), message.html);
  });

  void app.register(async (files) => serveStyles(files, join(root, "sandbox", "smtp", "style.css")), {
    prefix: "/mailbox",
  });
}

/** Security: anyone may have written the HTML of a mail. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'";

const query = z.object({
  to: z
    .string()
    .regex(/^\P{Cc}*$/u)
    .optional(),
});

/** Undefined means all mail. Throws invalid-input. */
function requestedEmail(request: FastifyRequest): string | undefined {
  const asked = query.safeParse(request.query);
  if (!asked.success) throw new Problem(problems["invalid-input"]);
  return asked.data.to;
}

const find = (db: Database, request: FastifyRequest<{ Params: { id: string } }>) => {
  const { id } = request.params;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? openMessage(db, id) : undefined;
};

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
