import type { ProblemType } from "../platform/errors.ts";
import { escapeHtml } from "../platform/mail-layout.ts";
import { googleProblems } from "./problems.ts";

const problemsByCode = new Map<string, ProblemType>(
  Object.values(googleProblems).map((problem) => [problem.code, problem]),
);

export function popupDonePath({
  attempt,
  code,
}: {
  attempt?: string | undefined;
  code?: string | undefined;
}): string {
  const search = new URLSearchParams();
  if (attempt && /^[\w-]{1,64}$/.test(attempt)) search.set("attempt", attempt);
  if (code) search.set("code", code);
  return `/identity/popup-done${search.size > 0 ? `?${search}` : ""}`;
}

export function popupDonePage(code: string | undefined): string {
  const problem = code === undefined ? undefined : (problemsByCode.get(code) ?? googleProblems.internal);
  const title = problem ? "Not logged in" : "Logged in";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Senga</title>
<link rel="stylesheet" href="/identity/popup-done.css">
<script src="/identity/popup-done.js" defer></script>
</head>
<body>
<main data-code="${escapeHtml(problem?.code ?? "")}">
<h1>${title}</h1>
<p id="message">${escapeHtml(problem?.detail ?? "You're logged in to Senga.")}</p>
<p>You can close this window.</p>
</main>
</body>
</html>
`;
}

/** BroadcastChannel, because the opener policy of Google's pages clears window.opener. */
export const popupDoneScript = `new BroadcastChannel("senga-identity").postMessage({
  attempt: new URLSearchParams(location.search).get("attempt"),
  code: document.querySelector("main").dataset.code,
  message: document.getElementById("message").textContent,
});
window.close();
`;

export const popupDoneStyle = `:root {
  color-scheme: light dark;
}
body {
  display: grid;
  min-height: 100vh;
  margin: 0;
  padding: 20px;
  box-sizing: border-box;
  place-items: center;
  background: light-dark(#f7f2e6, #0e1117);
  color: light-dark(#16171d, #f1ece3);
  font: 17px/1.6 "Atkinson Hyperlegible Next", Verdana, Arial, sans-serif;
}
main {
  max-width: 420px;
  padding: 28px;
  border: 3px solid light-dark(#16171d, #d5d1c5);
  background: light-dark(#fefcf7, #181b23);
}
h1 {
  margin: 0 0 12px;
  font-size: 26px;
  line-height: 1.2;
}
p {
  margin: 0 0 12px;
}
`;

export const popupDonePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
