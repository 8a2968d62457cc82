import { escapeHtml } from "../../src/platform/mail-layout.ts";
import type { GoogleAccount } from "./accounts.ts";

export interface TypedAccount {
  readonly name: string;
  readonly email: string;
  readonly problem: string;
}

export function chooserPage(path: string, accounts: readonly GoogleAccount[], typed?: TypedAccount): string {
  const form = (content: string, name = "") =>
    `<form method="post" action="${escapeHtml(path)}" class="${name}">${content}</form>`;
  return page(
    "Choose an account",
    lines([
      "<h1>Choose an account</h1>",
      '<p class="purpose">to continue to Senga</p>',
      form(`<ul>${lines(accounts.map(choice))}</ul>`),
      `<details${typed ? " open" : ""}>`,
      "<summary>Use another account</summary>",
      form(otherAccount(typed), "other"),
      "</details>",
      form('<button name="cancel" value="yes">Cancel</button>', "cancel"),
    ]),
  );
}

const choice = ({ name, email, picture }: GoogleAccount): string =>
  lines([
    `<li><button name="account" value="${escapeHtml(email)}">`,
    `<img src="${escapeHtml(picture)}" width="44" height="44" alt="">`,
    `<span><strong>${escapeHtml(name)}</strong><span class="email">${escapeHtml(email)}</span></span>`,
    "</button></li>",
  ]);

function otherAccount(typed: TypedAccount | undefined): string {
  const problem = `<p class="problem" id="problem"><span class="visually-hidden">Error: </span>${escapeHtml(typed?.problem ?? "")}</p>`;
  const described = typed ? 'aria-describedby="problem"' : "";
  const value = (words = "") => `value="${escapeHtml(words)}" autocomplete="off" required ${described}`;
  return lines([
    typed ? problem : "",
    '<label for="name">Name</label>',
    `<input id="name" name="name" maxlength="100" ${value(typed?.name)}>`,
    '<label for="email">Email</label>',
    `<input id="email" name="email" type="email" maxlength="254" ${value(typed?.email)}>`,
    '<button class="primary">Continue</button>',
  ]);
}

const lines = (items: readonly string[]): string => items.join("\n");

export function problemPage(words: string): string {
  return page(
    "Can't log in",
    `<h1>Can't log in</h1>
<p>${escapeHtml(words)}</p>
<p>Close this window and try again.</p>`,
  );
}

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | Senga's local Google</title>
<link rel="stylesheet" href="/sandbox/google/style.css">
<link rel="icon" href="/drawings/icon.svg">
</head>
<body>
<main>
<p class="sandbox"><strong>This is Senga's local sandbox for Google.</strong> No password needed; nothing is sent to Google.</p>
<div class="content">
${content}
</div>
</main>
</body>
</html>
`;
