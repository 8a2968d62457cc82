import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import { Problem, problems } from "../../src/platform/errors.ts";
import { answerProblems } from "../../src/http/problem-responses.ts";
import type { Log } from "../../src/platform/log.ts";
import { isFromThisMachine } from "../pages/from-this-machine.ts";
import { sendPage } from "../pages/page.ts";
import { serveStyles } from "../pages/serve-file.ts";
import type { Sandbox } from "../sandbox.ts";
import { listMessages, openMessage, openMessages, storeMessage } from "./messages.ts";
import { listPage, mailboxPolicy, messagePage, notFoundPage } from "./pages.ts";
import { serveSmtp } from "./smtp.ts";
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
    if (!isFromThisMachine(request)) throw new Problem(problems.notFound);
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
    if (!message?.html) throw new Problem(problems.notFound);
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
  if (!asked.success) throw new Problem(problems.invalidInput);
  return asked.data.to;
}

const find = (db: Database, request: FastifyRequest<{ Params: { id: string } }>) => {
  const { id } = request.params;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? openMessage(db, id) : undefined;
};
