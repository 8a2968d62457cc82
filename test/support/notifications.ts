import { lte } from "drizzle-orm";
import { listNamesAndZones } from "../../src/features/classes/queries.ts";
import { mailNotifications } from "../../src/features/notifications/mail-notifications.ts";
import { type Notification, notify } from "../../src/features/notifications/notify.ts";
import { notifications } from "../../src/features/notifications/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "./app.ts";

type Told = Partial<Notification> & { readonly personId: string };

/** In a transaction of its own. A critique of a thing of its own, unless told otherwise. */
export async function tell({ context }: TestApp, ...all: readonly Told[]): Promise<void> {
  await context.db.transaction((tx) =>
    notify(
      tx,
      context,
      ...all.map((each) => ({
        kind: "critique-received" as const,
        aboutId: newId(),
        line: "Iris has written about your hands.",
        path: "/dashboard/enrolled-classes",
        ...each,
      })),
    ),
  );
}

/** As often as the job would run while much is due. */
export async function runMail({ context }: TestApp): Promise<void> {
  const isDue = lte(notifications.mailAt, context.clock.now());
  for (let runs = 0; runs < 10; runs += 1) {
    await mailNotifications(context, listNamesAndZones);
    if ((await context.db.$count(notifications, isDue)) === 0) return;
  }
}
