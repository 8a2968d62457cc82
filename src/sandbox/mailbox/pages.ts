import { escapeHtml } from "../../platform/mail-layout.ts";
import type { OpenedMessage, StoredMessage } from "./messages.ts";

const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const time = (moment: Date): string =>
  `<time datetime="${moment.toISOString()}">${when.format(moment)} UTC</time>`;

export function listPage(messages: readonly StoredMessage[], to: string | undefined): string {
  const row = ({ id, recipients, subject, receivedAt }: StoredMessage) => `<li><a href="/sandbox/mailbox/${id}">
<span class="subject">${escapeHtml(subject || "(no subject)")}</span>
<span class="to">to ${escapeHtml(recipients.join(", "))}</span>
${time(receivedAt)}
</a></li>`;
  const nothing = `<div class="empty"><p>${to ? `No mail to ${escapeHtml(to)} has come.` : "No mail has come yet."}</p></div>`;
  const filter = to && `<p class="filter">Only mail to ${escapeHtml(to)}. <a href="/sandbox/mailbox">Show all</a></p>`;
  return page(
    "Mailbox",
    `${heading("Mailbox")}
${filter ?? ""}
${messages.length === 0 ? nothing : `<ol class="list">${messages.map(row).join("\n")}</ol>`}`,
  );
}

export function messagePage(message: OpenedMessage): string {
  const { id, recipients, subject, receivedAt, headers, text, html, links } = message;
  const link = (address: string) =>
    `<li><a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(address)}</a></li>`;
  const header = ({ originalKey, value }: OpenedMessage["headers"][number]) =>
    `<div><dt>${escapeHtml(originalKey)}</dt><dd>${escapeHtml(value)}</dd></div>`;
  return page(
    subject || "(no subject)",
    `<p><a href="/sandbox/mailbox">All mail</a></p>
${heading(subject || "(no subject)")}
<p class="to">to ${escapeHtml(recipients.join(", "))}, ${time(receivedAt)}</p>
${links.length > 0 ? `<section class="links"><h2>Links in this mail</h2><ul>${links.map(link).join("\n")}</ul></section>` : ""}
${html ? `<iframe title="The mail as a mail program shows it" sandbox src="/sandbox/mailbox/${id}/html"></iframe>` : ""}
<section><h2>As plain text</h2><pre class="sheet">${escapeHtml(text || "There is no text part.")}</pre></section>
<details><summary>Headers</summary><dl class="sheet">${headers.map(header).join("\n")}</dl></details>`,
  );
}

export function notFoundPage(): string {
  return page("No such mail", `${heading("No such mail")}<p>It may have been one of the oldest, which are thrown away.
<a href="/sandbox/mailbox">All mail</a></p>`);
}

const heading = (words: string): string => `<div class="heading"><h1>${escapeHtml(words)}</h1>
<svg viewBox="0 0 600 12" preserveAspectRatio="none" aria-hidden="true"><path d="M0 2.5C120 1 260 3.2 600 6 300 8.5 140 10.2 0 9.5Z" fill="currentColor"/></svg></div>`;

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | Senga's local mailbox</title>
<link rel="stylesheet" href="/sandbox/mailbox/style.css">
<link rel="icon" href="/art/icon.svg">
</head>
<body>
<header><a href="/"><img src="/art/mark.svg" width="36" height="36" alt="">Senga</a></header>
<main>
<p class="stand-in"><strong>This is a stand-in for real mail.</strong> What Senga sends arrives here, and nothing leaves this machine.</p>
${content}
</main>
</body>
</html>
`;
