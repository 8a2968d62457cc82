import { escapeHtml } from "../../src/platform/mail-layout.ts";
import type { OpenedMessage, StoredMessage } from "./messages.ts";

const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const time = (moment: Date): string =>
  `<time datetime="${moment.toISOString()}">${when.format(moment)} UTC</time>`;
const lines = (items: readonly string[]): string => items.join("\n");
const subjectOf = ({ subject }: StoredMessage): string => escapeHtml(subject || "(no subject)");

export function listPage(messages: readonly StoredMessage[], to: string | undefined): string {
  const filter = `<p class="filter">Only mail to ${escapeHtml(to ?? "")}. <a href="/sandbox/mailbox">Show all</a></p>`;
  const nothing = to ? `No mail to ${escapeHtml(to)} has come.` : "No mail has come yet.";
  return page(
    "Mailbox",
    lines([
      `<div class="heading"><h1>Mailbox</h1>${inkRule}</div>`,
      to ? filter : "",
      messages.length > 0
        ? `<ol class="list">${lines(messages.map(row))}</ol>`
        : `<div class="empty"><p>${nothing}</p></div>`,
    ]),
  );
}

const row = (message: StoredMessage): string =>
  lines([
    `<li><a href="/sandbox/mailbox/${message.id}">`,
    `<span class="subject">${subjectOf(message)}</span>`,
    `<span class="to">to ${escapeHtml(message.recipients.join(", "))}</span>`,
    time(message.receivedAt),
    "</a></li>",
  ]);

export function messagePage(message: OpenedMessage): string {
  const { id, recipients, receivedAt, headers, text, html, links } = message;
  const preview = `<iframe title="The mail as a mail program shows it" sandbox src="/sandbox/mailbox/${id}/html"></iframe>`;
  return page(
    message.subject || "(no subject)",
    lines([
      '<p><a href="/sandbox/mailbox">All mail</a></p>',
      `<h1>${subjectOf(message)}</h1>`,
      `<p class="to">to ${escapeHtml(recipients.join(", "))}, ${time(receivedAt)}</p>`,
      links.length > 0 ? linkList(links) : "",
      html ? preview : "",
      `<section><h2>As plain text</h2><pre class="sheet">${escapeHtml(text || "There is no text part.")}</pre></section>`,
      `<details><summary>Headers</summary><dl class="sheet">${lines(headers.map(header))}</dl></details>`,
    ]),
  );
}

const linkList = (links: readonly string[]): string =>
  `<section class="links"><h2>Links in this mail</h2><ul>${lines(links.map(link))}</ul></section>`;

const link = (address: string): string =>
  `<li><a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(address)}</a></li>`;

const header = ({ originalKey, value }: OpenedMessage["headers"][number]): string =>
  `<div><dt>${escapeHtml(originalKey)}</dt><dd>${escapeHtml(value)}</dd></div>`;

export function notFoundPage(): string {
  return page(
    "No such mail",
    `<h1>No such mail</h1><p>It may have been one of the oldest, which are thrown away.
<a href="/sandbox/mailbox">All mail</a></p>`,
  );
}

const inkRule = `<svg viewBox="0 0 600 12" preserveAspectRatio="none" aria-hidden="true"><path d="M0 2.5C120 1 260 3.2 600 6 300 8.5 140 10.2 0 9.5Z" fill="currentColor"/></svg>`;

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | Senga's local mailbox</title>
<link rel="stylesheet" href="/sandbox/mailbox/style.css">
<link rel="icon" href="/drawings/icon.svg">
</head>
<body>
<header><a href="/"><picture>
<source srcset="/drawings/logo-dark.svg" media="(prefers-color-scheme: dark)">
<img src="/drawings/logo-light.svg" height="36" alt="Senga">
</picture></a></header>
<main>
<p class="sandbox"><strong>This is a sandbox for real mail.</strong> What Senga sends arrives here, and nothing leaves this machine.</p>
${content}
</main>
</body>
</html>
`;
