import { newsletterSubscriptions } from "../../src/features/office/newsletter/tables.ts";
import { sendNewsletter } from "../../src/features/office/newsletter/send-newsletter.ts";
import { newId } from "../../src/platform/ids.ts";
import { sendDueMail } from "../../src/platform/send-due-mail.ts";
import type { TestApp } from "./app.ts";
import { type Answer, type TestPerson, call, renewToken } from "./people.ts";
import { makeClass } from "./school.ts";

/** reader0@example.org and so on. */
export async function addSubscribers({ context }: TestApp, count: number): Promise<void> {
  const at = context.clock.now();
  await context.db.insert(newsletterSubscriptions).values(
    Array.from({ length: count }, (_, index) => ({
      id: newId(),
      name: `Reader ${index}`,
      email: `reader${index}@example.org`,
      state: "confirmed" as const,
      createdAt: at,
      confirmedAt: at,
    })),
  );
}

/** Advances a minute, because an issue includes only classes newer than the last one. */
export async function openClass(
  app: TestApp,
  instructor: TestPerson,
  overrides: Parameters<typeof makeClass>[2] = {},
): Promise<string> {
  const id = await makeClass(app, await renewToken(app, instructor), overrides);
  app.clock.advance(60);
  return id;
}

export const overview = async (app: TestApp, admin: TestPerson) =>
  (await call(app, "GET /admin/newsletter", {}, await renewToken(app, admin))).body;

export const release = async (app: TestApp, admin: TestPerson, newsUntil?: string): Promise<Answer> =>
  call(
    app,
    "POST /admin/newsletter/release",
    { body: { newsUntil: newsUntil ?? app.clock.now().toISOString() } },
    await renewToken(app, admin),
  );

/** Returns the recipients. */
export async function sendAll({ context, clock }: TestApp, send?: (to: string) => void): Promise<string[]> {
  const recipients: string[] = [];
  for (let rounds = 0; rounds < 60; rounds += 1) {
    const written = await sendNewsletter(context);
    const sent = await sendDueMail(context.db, clock, context.log, async (mail) => {
      send?.(mail.to);
      recipients.push(mail.to);
    });
    if (written === 0 && sent === 0) break;
  }
  return recipients;
}
