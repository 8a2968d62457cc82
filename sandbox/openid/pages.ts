import { type Html, html, page, pagePolicy } from "../pages/page.ts";
import type { GoogleAccount } from "./accounts.ts";

export const chooserPolicy = `${pagePolicy}; form-action 'self'`;

export interface TypedAccount {
  readonly name: string;
  readonly email: string;
  readonly problem: string;
}

export const chooserPage = (path: string, accounts: readonly GoogleAccount[], typed?: TypedAccount): string =>
  framed(
    "Choose an account",
    html`
      <h1>Choose an account</h1>
      <p class="purpose">to continue to Senga</p>
      <form method="post" action="${path}">
        <ul>
          ${accounts.map(choice)}
        </ul>
      </form>
      <details ${typed ? "open" : ""}>
        <summary>Use another account</summary>
        <form method="post" action="${path}" class="other">${otherAccount(typed)}</form>
      </details>
      <form method="post" action="${path}" class="cancel">
        <button name="cancel" value="yes">Cancel</button>
      </form>
    `,
  );

const choice = ({ name, email, picture }: GoogleAccount) => html`
  <li>
    <button name="account" value="${email}">
      <img src="${picture}" width="44" height="44" alt="" />
      <span><strong>${name}</strong><span class="email">${email}</span></span>
    </button>
  </li>
`;

function otherAccount(typed: TypedAccount | undefined): Html {
  const described = typed ? html`aria-describedby="problem"` : "";
  return html`
    ${
      typed
        ? html`<p class="problem" id="problem">
            <span class="visually-hidden">Error: </span>${typed.problem}
          </p>`
        : ""
    }
    <label for="name">Name</label>
    <input
      id="name"
      name="name"
      maxlength="100"
      value="${typed?.name ?? ""}"
      autocomplete="off"
      required
      ${described}
    />
    <label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="email"
      maxlength="254"
      value="${typed?.email ?? ""}"
      autocomplete="off"
      required
      ${described}
    />
    <button class="primary">Continue</button>
  `;
}

export const problemPage = (words: string): string =>
  framed(
    "Can't log in",
    html`
      <h1>Can't log in</h1>
      <p>${words}</p>
      <p>Close this window and try again.</p>
    `,
  );

const framed = (title: string, content: Html): string =>
  page(
    `${title} | Senga's local Google`,
    "/sandbox/google",
    html`
      <main>
        <p class="sandbox">
          <strong>This is Senga's local sandbox for Google.</strong> No password needed; nothing is sent to
          Google.
        </p>
        <div class="content">${content}</div>
      </main>
    `,
  );
