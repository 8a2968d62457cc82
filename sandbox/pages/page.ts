import type { FastifyReply } from "fastify";

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

export const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** `folder` serves base.css and style.css. */
export const page = (title: string, folder: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${folder}/base.css" />
        <link rel="stylesheet" href="${folder}/style.css" />
        <link rel="icon" href="/drawings/icon.svg" />
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;

export const sendPage = (reply: FastifyReply, markup: string): FastifyReply =>
  reply.type("text/html; charset=utf-8").send(markup);
