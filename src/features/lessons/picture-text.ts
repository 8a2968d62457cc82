const description = "description";

interface Insertion {
  readonly text: string;
  /** Stands in the text until the picture has its URL. */
  readonly placeholder: string;
}

export function startPicture(text: string, at: number, name: string): Insertion {
  const label = name.replaceAll(/[[\]\\]/g, "");
  const taken = text.split(`![Uploading ${label}`).length;
  const placeholder = `![Uploading ${label}${taken > 1 ? ` (${taken})` : ""} …]()`;
  const before = text.slice(0, at);
  const after = text.slice(at);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const rest = after === "" || after.startsWith("\n") ? "\n" : "\n\n";
  return { text: `${before}${gap}${placeholder}${rest}${after}`, placeholder };
}

interface Inserted {
  readonly text: string;
  /** The place of the description, to be selected. */
  readonly from: number;
  readonly to: number;
}

/** Undefined when the placeholder was deleted meanwhile. */
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
