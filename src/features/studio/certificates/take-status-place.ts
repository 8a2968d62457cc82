import { randomInt } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { certificates, statusLists } from "./tables.ts";

/** The standard's minimum, so that a place identifies nobody (https://www.w3.org/TR/vc-bitstring-status-list/). */
export const placesInList = 131_072;
/** A half-full list still yields a free random place at the second try on average. */
const mostTaken = placesInList / 2;

/** A random place in the newest list, whose row it locks, so that two processes never take the same. */
export async function takeStatusPlace(tx: Transaction): Promise<{ statusList: number; statusIndex: number }> {
  const list = await lockNewestList(tx);
  for (;;) {
    const place = { statusList: list, statusIndex: randomInt(placesInList) };
    const isTaken = and(
      eq(certificates.statusList, place.statusList),
      eq(certificates.statusIndex, place.statusIndex),
    );
    if ((await tx.$count(certificates, isTaken)) > 0) continue;
    await tx
      .update(statusLists)
      .set({ taken: sql`${statusLists.taken} + 1` })
      .where(eq(statusLists.number, list));
    return place;
  }
}

async function lockNewestList(tx: Transaction): Promise<number> {
  for (;;) {
    const [newest] = await tx
      .select({ number: statusLists.number, taken: statusLists.taken })
      .from(statusLists)
      .orderBy(desc(statusLists.number))
      .limit(1)
      .for("update");
    if (newest && newest.taken < mostTaken) return newest.number;
    await tx
      .insert(statusLists)
      .values({ number: (newest?.number ?? 0) + 1 })
      .onConflictDoNothing();
  }
}
