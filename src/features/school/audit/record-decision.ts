import type { Clock } from "../../../platform/clock.ts";
import type { Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { lockPresent } from "../../../access/queries.ts";
import type { AuditKind } from "./kinds.ts";
import { auditEntries } from "./tables.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface DecisionRecord {
  readonly by: Named | "command line" | "payment provider";
  readonly about: Named;
  readonly before?: string | null;
  readonly after?: string | null;
  /** If `before` and `after` are people's names. */
  readonly beforeId?: string;
  readonly afterId?: string;
}

/**
 * `tx` is the decision's own transaction. Throws unauthenticated if the account of the one who decides was deleted
 * meanwhile.
 */
export async function recordDecision(
  tx: Transaction,
  clock: Clock,
  kind: AuditKind,
  { by, about, before = null, after = null, beforeId, afterId }: DecisionRecord,
): Promise<void> {
  if (typeof by !== "string") await lockPresent(tx, by);
  const [actorId, actorName] = typeof by === "string" ? [null, by] : [by.id, by.name];
  await tx.insert(auditEntries).values({
    id: newId(),
    kind,
    actorId,
    actorName,
    subjectId: about.id,
    subjectName: about.name,
    before,
    after,
    beforeId,
    afterId,
    createdAt: clock.now(),
  });
}
