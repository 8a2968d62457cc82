import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import { letterEmails } from "./letters.ts";
import { people } from "./people.ts";

/** The right side of a condition. `.example` is a reserved domain (RFC 2606), so no real person has such an email. */
export const demoEmails = sql`(${sql.join(
  [...people.map(({ email }) => email), ...letterEmails].map((email) => sql`${email}`),
  sql`, `,
)})`;

export const isSandboxIntent = (intentId: SQL, hasSandbox: boolean): SQL =>
  hasSandbox
    ? sql`(${intentId} like 'pi\\_demo%' or ${intentId} in (select id from sandbox_stripe.payment_intents))`
    : sql`${intentId} like 'pi\\_demo%'`;

export async function tableExists(db: Database, table: string): Promise<boolean> {
  const [row] = await rowsOf<{ isThere: boolean }>(
    db,
    sql`select to_regclass(${table}) is not null as "isThere"`,
  );
  return row?.isThere === true;
}

export async function rowsOf<T>(db: Database, query: SQL): Promise<T[]> {
  return ((await db.execute(query)) as { rows: T[] }).rows;
}

/**
 * Describes the demo data, one phrase per kind; empty for a real school. Recognizes the mark of `loadDemoSchool`,
 * and without it demo accounts, sandbox payments and sandbox Google sign-ins.
 */
export async function findDemonstration(db: Database): Promise<string[]> {
  const count = async (query: SQL): Promise<number> =>
    (await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from ${query}`))[0]?.count ?? 0;
  const hasGoogle = await tableExists(db, "sandbox_google.accounts");
  const accounts = await count(
    sql`(select email from users where email in ${demoEmails}
         union select email from identity.users where email in ${demoEmails}) as demo`,
  );
  const isSandboxed = isSandboxIntent(
    sql`intent_id`,
    await tableExists(db, "sandbox_stripe.payment_intents"),
  );
  const payments = await count(sql`payment_attempts where ${isSandboxed}`);
  const signIns = hasGoogle
    ? await count(
        sql`identity.accounts where provider_id = 'google'
            and account_id in (select subject from sandbox_google.accounts)`,
      )
    : 0;
  const found: readonly [number, string, string][] = [
    [accounts, "demo account", "demo accounts"],
    [payments, "sandbox payment", "sandbox payments"],
    [signIns, "login through the Google sandbox", "logins through the Google sandbox"],
  ];
  const phrases = found
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${number} ${number === 1 ? one : many}`);
  if (phrases.length === 0 && (await count(sql`demonstrations`)) > 0) return ["a demo school"];
  return phrases;
}

/** The settings name a real service, but the database contains the demo. The message says what to do. */
export class DemonstrationInTheWay extends Error {
  constructor(found: readonly string[], realServices: readonly string[]) {
    super(
      [
        `Senga can't start: its database contains the demo (${found.join(", ")}), and these settings are for a real school:`,
        `${realServices.join(", ")}. The demo accounts' password is public, so anyone could log in as an admin.`,
        "",
        "  npm run remove-demo    removes the demo, after showing what will be removed and what will stay",
        "",
        "Or start with an empty database: set another DATABASE_URL or DATA_DIR.",
      ].join("\n"),
    );
    this.name = "DemonstrationInTheWay";
  }
}

/** Throws DemonstrationInTheWay. `realServices` lists the settings that name real services. */
export async function refuseDemonstrationBeside(
  db: Database,
  realServices: readonly string[],
): Promise<void> {
  if (realServices.length === 0) return;
  const found = await findDemonstration(db);
  if (found.length > 0) throw new DemonstrationInTheWay(found, realServices);
}
