import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { certificates } from "../../src/features/studio/certificates/tables.ts";
import { classes } from "../../src/features/school/classes/tables.ts";
import {
  critiques,
  submissionPictures,
  submissionTurns,
  submissions,
} from "../../src/features/studio/critique/tables.ts";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { notifications } from "../../src/features/school/notifications/tables.ts";
import { paymentAttempts, payments } from "../../src/features/office/payments/tables.ts";
import { completedLessons } from "../../src/features/classroom/progress/tables.ts";
import { users } from "../../src/access/tables.ts";
import type { Database } from "../../src/platform/database.ts";
import { outbox } from "../../src/platform/outbox.ts";

/** As the relay noted it. */
export interface TakenMail {
  /** `<id@domain>` */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Of the payment that it is about. */
  readonly intentId?: string | undefined;
}

/** Amounts in cents. */
interface ProviderIntent {
  readonly id: string;
  readonly status: string;
  readonly received: number;
  readonly refunded: number;
  readonly studentId: string;
  readonly classId: string;
}
interface ProviderRefund {
  readonly intentId: string;
  readonly status: string;
}

export type Books = Awaited<ReturnType<typeof readBooks>>;

/** All that is recorded, once everything has settled. */
export async function readBooks(
  school: Database,
  provider: Database,
  files: { readonly mails: string; readonly pictures: string },
) {
  const pictures = await school.select().from(submissionPictures);
  return {
    intents: await read<ProviderIntent>(
      provider,
      `select id, status, amount_received as received, amount_refunded as refunded,
        metadata->>'studentId' as "studentId", metadata->>'classId' as "classId"
       from sandbox_stripe.payment_intents`,
    ),
    providerRefunds: await read<ProviderRefund>(
      provider,
      `select intent_id as "intentId", status from sandbox_stripe.refunds`,
    ),
    attempts: await school.select().from(paymentAttempts),
    payments: await school.select().from(payments),
    enrollments: await school.select().from(enrollments),
    classes: await school.select().from(classes),
    submissions: await school.select().from(submissions),
    rounds: await school.select().from(submissionTurns),
    pictures,
    critiques: await school.select().from(critiques),
    lessonsDone: await school.select().from(completedLessons),
    certificates: await school.select().from(certificates),
    notifications: await school.select().from(notifications),
    emails: new Map((await school.select().from(users)).map(({ id, email }) => [id, email])),
    waitingMails: await school.select().from(outbox),
    mails: readMails(files.mails),
    withoutFiles: pictures
      .filter(({ turnId, state }) => turnId !== null && state === "stored")
      .flatMap(({ id, widths }) => widths.flatMap((width) => [`${id}/${width}.avif`, `${id}/${width}.webp`]))
      .filter((name) => !existsSync(join(files.pictures, "submissions", name))),
  };
}

const read = async <Row>(db: Database, question: string): Promise<readonly Row[]> =>
  ((await db.execute(sql.raw(question))) as { rows: Row[] }).rows;

function readMails(file: string): readonly TakenMail[] {
  if (!existsSync(file)) return [];
  // The last line of a relay that was killed may be half a line, which nobody was told of.
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as TakenMail);
}
