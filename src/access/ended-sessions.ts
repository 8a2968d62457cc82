import { eq, lt } from "drizzle-orm";
import type { AppContext } from "../context.ts";
import type { Database } from "../platform/database.ts";
import { deleteInPieces } from "../platform/drizzle.ts";
import { endedSessions } from "./tables.ts";

export const hasEnded = async (db: Database, sessionId: string): Promise<boolean> =>
  (await db.$count(endedSessions, eq(endedSessions.sessionId, sessionId))) > 0;

/** Tokens live for less than a day. */
export async function forgetEndedSessions({ clock, db }: Pick<AppContext, "clock" | "db">): Promise<void> {
  const dayAgo = new Date(clock.now().getTime() - 86_400_000);
  await deleteInPieces(db, endedSessions, lt(endedSessions.endedAt, dayAgo));
}
