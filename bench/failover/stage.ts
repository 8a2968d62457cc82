/** What a scenario sees and tells while the load runs. */
import { say } from "../parts/figures.ts";
import type { Row } from "../parts/rows.ts";
import { seconds } from "../parts/site.ts";
import type { DatabaseHost } from "./database-hosts.ts";
import type { Load } from "./load.ts";
import { findPrimary } from "./patroni.ts";
import type { School } from "./school.ts";

/** Seconds since the load began. */
export interface Outage {
  readonly begun?: number;
  readonly ended?: number;
  /** When another database host became the primary. */
  readonly newPrimary?: number;
}

export interface Stage {
  readonly folder: string;
  readonly school: School;
  readonly outage: () => Outage;
  readonly acknowledged: () => number;
  readonly now: Load["now"];
  readonly note: (words: string) => void;
  /** Of the table. */
  readonly addRow: (row: Row) => void;
  readonly beginOutage: (words: string) => void;
  /** What waits for a primary or for purchases ends it too. */
  readonly endOutage: (words: string) => void;
  /** Gives up after two minutes. */
  readonly waitForPrimary: (isNew: (host: DatabaseHost) => boolean) => Promise<void>;
  /** Until five purchases more were made, or two minutes have passed. */
  readonly waitForPurchases: () => Promise<void>;
  /** Seconds. */
  readonly sinceNewPrimary: () => number;
}

export function openStage(folder: string, school: School, load: Load, rows: Row[]): Stage {
  let outage: Outage = {};
  const note = (words: string): void => say(`  +${load.now().toFixed(1).padStart(5)} s  ${words}`);
  const endOutage = (words: string): void => {
    outage = { ended: load.now(), ...outage };
    note(words);
  };
  const limit = (): number => load.now() + 120;
  return {
    folder,
    school,
    outage: () => outage,
    acknowledged: () => load.acknowledged.length,
    now: load.now,
    note,
    addRow: (row) => void rows.push(row),
    beginOutage: (words) => {
      outage = { begun: load.now() };
      note(words);
    },
    endOutage,
    waitForPrimary: async (isNew) => {
      for (const end = limit(); load.now() < end; await seconds(0.2)) {
        const host = await findPrimary();
        if (!host || !isNew(host)) continue;
        outage = { ...outage, newPrimary: load.now() };
        return endOutage(`${host}: the primary`);
      }
      note("no new primary in two minutes");
    },
    waitForPurchases: async () => {
      // Some that were under way before may still end well.
      await seconds(1);
      const enough = load.acknowledged.length + 5;
      for (const end = limit(); load.now() < end; await seconds(0.2))
        if (load.acknowledged.length >= enough) return endOutage("purchases are made again");
      note("no purchases in two minutes");
    },
    sinceNewPrimary: () => load.now() - (outage.newPrimary ?? load.now()),
  };
}
