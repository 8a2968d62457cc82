import { inArray } from "drizzle-orm";
import { keysOf } from "../../../platform/keys-of.ts";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { users } from "../../../access/tables.ts";
import { type NamedPart, type NotificationKind, type Words, isKnown, kindOf, wordFor } from "./kinds.ts";
import { type notifications, plainLine } from "./tables.ts";
import type { Person } from "../../../access/queries.ts";

type FindTexts = (
  db: Database,
  ids: readonly string[],
) => Promise<readonly { readonly id: string; readonly text: string | null }[]>;

/** Title lookups of later features, which are injected. */
export interface NotificationSources {
  readonly classes: (
    db: Database,
    ids: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly timeZone: string | null }[]>;
  readonly lessons: FindTexts;
  readonly sections: FindTexts;
  readonly reasons: FindTexts;
  readonly previews: PreviewSources;
  /** A small JPEG; undefined if it is gone. */
  readonly readPicture: (
    context: Pick<AppContext, "storage">,
    picture: PreviewPicture,
  ) => Promise<Buffer | undefined>;
}

type Stored = Pick<typeof notifications.$inferSelect, "kind" | "actorId" | "classId" | "parts">;

/** Adds each sentence, with current names: a deleted account is a former member. */
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
  for (const part of keysOf(wordFor)) {
    const ids = [...new Set(rows.flatMap((row) => partsOf(row)[part] ?? []))];
    if (ids.length === 0) continue;
    for (const { id, text } of await find[part](db, ids)) if (text !== null) texts.set(id, text);
  }
  return rows.map((row) => ({ ...row, line: lineOf(row, texts) }));
}

const partsOf = ({ actorId, classId, parts }: Stored) => ({ ...parts, actorId, classId });

function lineOf(row: Stored, texts: ReadonlyMap<string, string>): string {
  if (!isKnown(row.kind)) return plainLine;
  const { parts, explanation, line } = kindOf(row.kind);
  const stored = partsOf(row);
  const words: Record<string, unknown> = {};
  for (const part of parts) {
    const value = stored[part];
    const word = part in wordFor ? textOf(value as string | readonly string[] | null, texts) : value;
    // Earlier versions stored no parts, and a class or lesson may be gone.
    if (word === undefined || word === null) return explanation;
    words[part in wordFor ? wordFor[part as NamedPart] : part] = word;
  }
  return line(words as Words);
}

function textOf(ids: string | readonly string[] | null | undefined, texts: ReadonlyMap<string, string>) {
  if (typeof ids !== "object") return ids && texts.get(ids);
  const found = ids?.flatMap((id) => texts.get(id) ?? []);
  return found?.length ? found : undefined;
}

/** Characters. */
const maxSentence = 200;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** On one line, cut between words if it is very long. */
export function firstSentence(text: string): string {
  const [first] = sentences.segment(text.trim().replace(/\s+/g, " "));
  const sentence = first?.segment.trim() ?? "";
  if (sentence.length <= maxSentence) return sentence;
  const cut = sentence.slice(0, maxSentence).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > 0 ? cut.slice(0, space) : cut}…`;
}

/** Mail programs link anything that looks like a URL, and the school's mail lends it trust. */
export const withoutLinks = (sentence: string): string =>
  sentence.replace(
    /(?:https?:\/\/|www\.)\S+|\S+@\S+|[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}(?:\/\S*)?/giu,
    "[link]",
  );

/** Pixels; `widths` are those of its files, ascending. */
export interface PreviewPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
}

export interface Preview {
  readonly id: string;
  readonly picture: PreviewPicture | null;
  readonly text: string;
}

/** Omits what the reader may not see now. */
export type FindPreviews = (
  context: Pick<AppContext, "clock" | "db">,
  reader: Person,
  aboutIds: readonly string[],
) => Promise<readonly Preview[]>;

type PreviewSources = Readonly<Partial<Record<NotificationKind, FindPreviews>>>;

export async function findPreviews(
  context: Pick<AppContext, "clock" | "db">,
  sources: PreviewSources,
  reader: Person,
  rows: readonly { readonly kind: NotificationKind; readonly aboutId: string }[],
): Promise<ReadonlyMap<string, Preview>> {
  const found = new Map<string, Preview>();
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = ofKind.map(({ aboutId }) => aboutId);
    for (const preview of (await sources[kind]?.(context, reader, ids)) ?? [])
      found.set(preview.id, { ...preview, text: firstSentence(preview.text) });
  }
  return found;
}
