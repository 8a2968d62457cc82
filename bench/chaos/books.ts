import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { certificates } from "../../src/features/certificates/tables.ts";
import { classes } from "../../src/features/classes/tables.ts";
import {
  critiques,
  submissionPictures,
  submissionTurns,
  submissions,
} from "../../src/features/critique/tables.ts";
import { enrollments } from "../../src/features/enrollments/tables.ts";
import { notifications } from "../../src/features/notifications/tables.ts";
import { paymentAttempts, payments } from "../../src/features/payments/tables.ts";
import { completedLessons } from "../../src/features/progress/tables.ts";
import { users } from "../../src/features/accounts/tables.ts";
import type { Database } from "../../src/platform/database.ts";
import { outbox } from "../../src/platform/outbox.ts";
import { readProvider } from "../../test/support/read-provider.ts";

/** As the relay noted it. */
export interface TakenMail {
  /** `<id@domain>` */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Of the payment that it is about. */
  readonly intentId?: string | undefined;
}

export type Books = Awaited<ReturnType<typeof readBooks>>;

/** All that is recorded, once everything has settled. */
export async function readBooks(
  school: Database,
  provider: Database,
  files: { readonly mails: string; readonly pictures: string },
) {
  const { intents, refunds: providerRefunds } = await readProvider(provider);
  const pictures = await school.select().from(submissionPictures);
  return {
    intents,
    providerRefunds,
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

function readMails(file: string): readonly TakenMail[] {
  if (!existsSync(file)) return [];
  // The last line of a relay that was killed may be half a line, which nobody was told of.
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as TakenMail);
}
