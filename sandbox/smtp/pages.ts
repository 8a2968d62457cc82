import { type Html, html, page, pagePolicy } from "../pages/page.ts";
import type { OpenedMessage, StoredMessage } from "./messages.ts";

export const mailboxPolicy = `${pagePolicy}; frame-src 'self'; form-action 'none'`;

const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const time = (moment: Date) =>
  html`<time datetime="${moment.toISOString()}">${when.format(moment)} UTC</time>`;
const subjectOf = ({ subject }: StoredMessage): string => subject || "(no subject)";

export const listPage = (messages: readonly StoredMessage[], to: string | undefined): string =>
  framed(
    "Mailbox",
    html`
      <div class="heading">
        <h1>Mailbox</h1>
        ${inkRule}
      </div>
      ${to ? html`<p class="filter">Only mail to ${to}. <a href="/sandbox/mailbox">Show all</a></p>` : ""}
      ${
        messages.length > 0
          ? html`<ol class="list">
              ${messages.map(row)}
            </ol>`
          : html`<div class="empty">
              <p>${to ? `No mail for ${to} yet.` : "No mail yet."}</p>
            </div>`
      }
    `,
  );

const row = (message: StoredMessage) => html`
  <li>
    <a href="/sandbox/mailbox/${message.id}">
      <span class="subject">${subjectOf(message)}</span>
      <span class="to">to ${message.recipients.join(", ")}</span>
      ${time(message.receivedAt)}
    </a>
  </li>
`;

export function messagePage(message: OpenedMessage): string {
  const { id, recipients, receivedAt, headers, text, links } = message;
  return framed(
    subjectOf(message),
    html`
      <p><a href="/sandbox/mailbox">All mail</a></p>
      <h1>${subjectOf(message)}</h1>
      <p class="to">to ${recipients.join(", ")}, ${time(receivedAt)}</p>
      ${links.length > 0 ? linkList(links) : ""}
      ${message.html ? html`<iframe title="The mail as a mail program shows it" sandbox src="/sandbox/mailbox/${id}/html"></iframe>` : ""}
      <section>
        <h2>As plain text</h2>
        <pre class="sheet">${text || "This mail has no plain text."}</pre>
      </section>
      <details>
        <summary>Headers</summary>
        <dl class="sheet">${headers.flatMap(header)}</dl>
      </details>
    `,
  );
}

const linkList = (links: readonly string[]) => html`
  <section class="links">
    <h2>Links in this mail</h2>
    <ul>
      ${links.map((link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`)}
    </ul>
  </section>
`;

const header = ({ originalKey, value }: OpenedMessage["headers"][number]): Html[] => [
  html`<dt>${originalKey}</dt>`,
  html`<dd>${value}</dd>`,
];

export const notFoundPage = (): string =>
  framed(
    "No such mail",
    html`
      <h1>No such mail</h1>
      <p>
        It may have been one of the oldest, which are deleted.
        <a href="/sandbox/mailbox">All mail</a>
      </p>
    `,
  );

const inkRule = html`<svg viewBox="0 0 600 12" preserveAspectRatio="none" aria-hidden="true">
  <path d="M0 2.5C120 1 260 3.2 600 6 300 8.5 140 10.2 0 9.5Z" fill="currentColor" />
</svg>`;

const framed = (title: string, content: Html): string =>
  page(
    `${title} | Senga's local mailbox`,
    "/sandbox/mailbox",
    html`
      <header>
        <a href="/">
          <picture>
            <source srcset="/drawings/logo-dark.svg" media="(prefers-color-scheme: dark)" />
            <img src="/drawings/logo-light.svg" height="36" alt="Senga" />
          </picture>
        </a>
      </header>
      <main>
        <p class="sandbox">
          <strong>This is a sandbox for real mail.</strong> What Senga sends arrives here, and nothing leaves
          this machine.
        </p>
        ${content}
      </main>
    `,
  );
