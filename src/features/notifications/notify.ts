import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import { newId } from "../../platform/ids.ts";
import type { NotificationKind } from "./kinds.ts";
import { notifications } from "./tables.ts";

export interface Notification {
  readonly personId: string;
  readonly kind: NotificationKind;
  readonly aboutId: string;
  readonly classId?: string;
  /** A whole sentence. */
  readonly line: string;
  /** Starts with `/`. */
  readonly path: string;
}

/** Call it in the transaction that has the reason. Never tells a person twice of one thing. */
export async function notify(
  tx: Transaction,
  { clock }: Pick<AppContext, "clock">,
  ...all: readonly Notification[]
): Promise<void> {
  if (all.length === 0) return;
  const now = clock.now();
  // A statement takes 65,535 values.
  for (let i = 0; i < all.length; i += 1000) {
    await tx
      .insert(notifications)
      .values(all.slice(i, i + 1000).map((each) => ({ id: newId(), createdAt: now, mailAt: now, ...each })))
      .onConflictDoNothing();
  }
}
