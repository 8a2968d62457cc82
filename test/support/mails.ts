import { asc, eq } from "drizzle-orm";
import { outbox } from "../../src/platform/outbox.ts";
import type { TestApp } from "./app.ts";

export const mailsTo = ({ context }: TestApp, email: string) =>
  context.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(asc(outbox.id));
