import { sql } from "drizzle-orm";
import { recordDecision } from "../../src/features/school/audit/record-decision.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Transaction } from "../../src/platform/database.ts";
import { demoEmails, rowsOf } from "./recognize.ts";

interface AdminAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Kept admins whom neither the command line nor a genuine admin appointed. */
export async function findUntrustedAdmins(tx: Transaction): Promise<AdminAccount[]> {
  const admins = await rowsOf<AdminAccount & { by: string | null; isRecorded: boolean }>(
    tx,
    sql`select users.id, users.name, users.email, entry.actor_id as by, entry.id is not null as "isRecorded" from users
        left join lateral (
          select id, actor_id from audit_entries
          where kind = 'role-changed' and subject_id = users.id and after = 'admin' order by id desc limit 1
        ) as entry on true
        where users.role = 'admin' and users.email not in ${demoEmails}`,
  );
  const trusted = new Set(
    admins.filter(({ by, isRecorded }) => isRecorded && by === null).map(({ id }) => id),
  );
  for (let grew = true; grew;) {
    grew = false;
    for (const { id, by } of admins) {
      if (by === null || trusted.has(id) || !trusted.has(by)) continue;
      trusted.add(id);
      grew = true;
    }
  }
  return admins.filter(({ id }) => !trusted.has(id));
}

export async function demote(tx: Transaction, clock: Clock, people: readonly AdminAccount[]) {
  const demoted: { email: string; role: string }[] = [];
  for (const person of people) {
    const [changed] = await rowsOf<{ role: string }>(
      tx,
      sql`update users set role =
            case when exists (select from classes where instructor_id = users.id) then 'instructor' else 'student' end
          where id = ${person.id} returning role`,
    );
    const role = changed?.role ?? "student";
    await recordDecision(tx, clock, "role-changed", {
      by: "command line",
      about: person,
      before: "admin",
      after: role,
    });
    demoted.push({ email: person.email, role });
  }
  return demoted;
}
