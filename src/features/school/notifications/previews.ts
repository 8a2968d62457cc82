import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { firstSentence } from "./first-sentence.ts";
import type { NotificationKind } from "./kinds.ts";

/** Pixels; `widths` are those of its files, ascending. */
export interface PreviewPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
}

export interface Preview {
  /** The notification's `aboutId`. */
  readonly id: string;
  readonly picture: PreviewPicture | null;
  readonly text: string;
}

/** What the notifications are about, without what the reader may not see at this moment. */
export type FindPreviews = (
  context: Pick<AppContext, "clock" | "db">,
  reader: Person,
  aboutIds: readonly string[],
) => Promise<readonly Preview[]>;

export type PreviewSources = Readonly<Partial<Record<NotificationKind, FindPreviews>>>;

/** By `aboutId`, with the first sentence of each text. */
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
