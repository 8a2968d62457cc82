export interface Html {
  readonly markup: string;
}

type Piece = string | number | Html | readonly Html[];

export const html = (strings: TemplateStringsArray, ...values: readonly Piece[]): Html => ({
  markup: String.raw({ raw: strings }, ...values.map(asMarkup)),
});

function asMarkup(value: Piece): string {
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
