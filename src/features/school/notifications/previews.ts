import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import type { NotificationKind } from "./kinds.ts";

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

export type PreviewSources = Readonly<Partial<Record<NotificationKind, FindPreviews>>>;

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
