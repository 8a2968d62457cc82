import type { Transaction } from "../../platform/database.ts";

/**
 * Runs in the transaction that changes a person's name, photo, email or guardian's consent, so that stored copies
 * and cached pages follow. Features below this one do the work; `app.ts` hands it in.
 */
export type OnPersonChange = (tx: Transaction, personId: string, formerEmail?: string) => Promise<void>;
