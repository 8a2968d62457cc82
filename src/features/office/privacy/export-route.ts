import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../context.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { Problem, problems, tooManyRequests } from "../../../platform/errors.ts";
import { findViewer } from "../../classroom/playback/media-session.ts";
import { exportPerson } from "./export-person.ts";
import { admitsExport } from "./export-ticket.ts";
import { problems as ownProblems } from "./problems.ts";

const rate = { calls: 5, seconds: 3600 };

/** Streamed to disk by the browser. The media cookie identifies the person; the ticket proves a recent sign-in. */
export async function mountExport(
  app: FastifyInstance,
  context: Pick<
    AppContext,
    "clock" | "db" | "exportSeal" | "log" | "mediaTokens" | "rateLimiter" | "settings" | "storage"
  >,
  count: CountRequest,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRequest", count);
    scope.get<{ Querystring: { ticket?: unknown } }>("/media/account/export.zip", async (request, reply) => {
      const viewer = await findViewer(context, request);
      if (!viewer) throw new Problem(problems.unauthenticated);
      if (!admitsExport(context, String(request.query.ticket), viewer.id))
        throw new Problem(ownProblems.ticketExpired);
      const wait = await context.rateLimiter.consume(`account export ${viewer.id}`, rate);
      if (wait > 0) throw tooManyRequests(wait);
      return reply
        .headers({
          "cache-control": "private, no-store",
          "content-disposition": 'attachment; filename="senga-account.zip"',
        })
        .type("application/zip")
        .send(await exportPerson(context, viewer));
    });
  });
}
