const description = "description";
const mark = "![Uploading ";

interface Insertion {
  readonly text: string;
  readonly placeholder: string;
  readonly end: number;
}

export function startPicture(text: string, at: number, name: string): Insertion {
  const label = name.replaceAll(/[[\]\\]/g, "");
  const placeholderOf = (count: number): string => `${mark}${label}${count > 1 ? ` (${count})` : ""} …]()`;
  let count = 1;
  while (text.includes(placeholderOf(count))) count += 1;
  const placeholder = placeholderOf(count);
  const before = text.slice(0, at);
  const after = text.slice(at);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const rest = after.startsWith("\n\n") ? "" : after === "" || after.startsWith("\n") ? "\n" : "\n\n";
  const inserted = `${before}${gap}${placeholder}`;
  return { text: `${inserted}${rest}${after}`, placeholder, end: inserted.length };
}

interface Inserted {
  readonly text: string;
  /** Selection range of the description. */
  readonly from: number;
  readonly to: number;
}

/** Undefined if the placeholder has been deleted. */
export function finishPicture(text: string, placeholder: string, url: string): Inserted | undefined {
  const at = text.indexOf(placeholder);
  if (at === -1) return undefined;
  return {
    text: text.replace(placeholder, () => `![${description}](${url})`),
    from: at + 2,
    to: at + 2 + description.length,
  };
}

export const dropPicture = (text: string, placeholder: string): string => text.replace(placeholder, () => "");

export function movedPlace(place: number, before: string, after: string, changedAt: number): number {
  return place > changedAt ? Math.max(changedAt, place + after.length - before.length) : place;
}
