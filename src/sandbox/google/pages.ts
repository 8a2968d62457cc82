import { escapeHtml } from "../../platform/mail-layout.ts";
import type { GoogleAccount } from "./accounts.ts";

export interface TypedAccount {
  readonly name: string;
  readonly email: string;
  readonly problem: string;
}

/** @param typed what was typed into the form and what is wrong with it, when it is shown again */
export function chooserPage(path: string, accounts: readonly GoogleAccount[], typed?: TypedAccount): string {
  const choice = ({ name, email, picture }: GoogleAccount) => `<li><button name="account" value="${escapeHtml(email)}">
<img src="${escapeHtml(picture)}" width="44" height="44" alt="">
<span><strong>${escapeHtml(name)}</strong><span class="email">${escapeHtml(email)}</span></span>
</button></li>`;
  const problem = typed && `<p class="problem" id="problem"><span class="visually-hidden">Error: </span>${escapeHtml(typed.problem)}</p>`;
  const field = (label: string, name: "name" | "email", attributes: string) => `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(typed?.[name] ?? "")}" ${attributes} required${typed ? ' aria-describedby="problem"' : ""}>`;
  return page(
    "Choose an account",
    `<h1>Choose an account</h1>
<p class="purpose">to continue to Senga</p>
<form method="post" action="${escapeHtml(path)}">
<ul>${accounts.map(choice).join("\n")}</ul>
</form>
<details${typed ? " open" : ""}>
<summary>Use another account</summary>
<form method="post" action="${escapeHtml(path)}" class="other">
${problem ?? ""}
${field("Name", "name", 'autocomplete="off" maxlength="100"')}
${field("Email", "email", 'type="email" autocomplete="off" maxlength="254"')}
<button class="primary">Continue</button>
</form>
</details>
<form method="post" action="${escapeHtml(path)}" class="cancel"><button name="cancel" value="yes">Cancel</button></form>`,
  );
}

export function problemPage(words: string): string {
  return page(
    "Cannot sign in",
    `<h1>Cannot sign in</h1>
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
<link rel="icon" href="/art/icon.svg">
</head>
<body>
<main>
<p class="stand-in"><strong>This is Senga's local stand-in for Google.</strong> No password is asked, and Google hears nothing of it.</p>
<div class="content">
${content}
</div>
</main>
</body>
</html>
`;
