import { inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { users } from "../../../access/tables.ts";
import { isKnown, kindOf } from "./kinds.ts";
import { type NamedPart, lines, wordFor } from "./lines.ts";
import type { PreviewPicture, PreviewSources } from "./previews.ts";
import { type notifications, plainLine } from "./tables.ts";

type FindTexts = (
  db: Database,
  ids: readonly string[],
) => Promise<readonly { readonly id: string; readonly text: string | null }[]>;

/** Finds titles. Their features come later, so they are passed in. */
export interface NotificationSources {
  readonly classes: (
    db: Database,
    ids: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly timeZone: string | null }[]>;
  readonly lessons: FindTexts;
  readonly sections: FindTexts;
  /** The reasons given for decided reports. */
  readonly reasons: FindTexts;
  readonly previews: PreviewSources;
  /** The bytes of a small JPEG; undefined if it is gone. */
  readonly readPicture: (
    context: Pick<AppContext, "storage">,
    picture: PreviewPicture,
  ) => Promise<Buffer | undefined>;
}

type Stored = Pick<typeof notifications.$inferSelect, "kind" | "actorId" | "classId" | "parts">;

/** Adds each sentence, with today's names: a deleted account is a former member. */
export async function wordNotifications<Row extends Stored>(
  db: Database,
  sources: NotificationSources,
  rows: readonly Row[],
): Promise<readonly (Row & { readonly line: string })[]> {
  const find: Record<NamedPart, FindTexts> = {
    actorId: (_, ids) =>
      db
        .select({ id: users.id, text: users.name })
        .from(users)
        .where(inArray(users.id, [...ids])),
    classId: async (_, ids) => (await sources.classes(db, ids)).map(({ id, name }) => ({ id, text: name })),
    lessonId: sources.lessons,
    sectionIds: sources.sections,
    reportId: sources.reasons,
  };
  const texts = new Map<string, string>();
  for (const part of Object.keys(wordFor) as NamedPart[]) {
    const ids = [...new Set(rows.flatMap((row) => partsOf(row)[part] ?? []))];
    if (ids.length === 0) continue;
    for (const { id, text } of await find[part](db, ids)) if (text !== null) texts.set(id, text);
  }
  return rows.map((row) => ({ ...row, line: lineOf(row, texts) }));
}

const partsOf = ({ actorId, classId, parts }: Stored) => ({ ...parts, actorId, classId });

function lineOf(row: Stored, texts: ReadonlyMap<string, string>): string {
  if (!isKnown(row.kind)) return plainLine;
  const { parts, explanation } = kindOf(row.kind);
  const stored = partsOf(row);
  const words: Record<string, unknown> = {};
  for (const part of parts) {
    const value = stored[part];
    const word = part in wordFor ? textOf(value as string | readonly string[] | null, texts) : value;
    // Earlier versions stored no parts, and a class or lesson may be gone.
    if (word === undefined || word === null) return explanation;
    words[part in wordFor ? wordFor[part as NamedPart] : part] = word;
  }
  return (lines[row.kind] as (all: typeof words) => string)(words);
}

const textOf = (ids: string | readonly string[] | null | undefined, texts: ReadonlyMap<string, string>) =>
  typeof ids === "object" ? ids?.flatMap((id) => texts.get(id) ?? []) : ids && texts.get(ids);
