/** The 3-D Secure window, in a frame over the page. Sends the answer to the server and the result to the page. */
import { post } from "./stripe-api.js";

/** @param {string} id */
function find(id) {
  const found = document.getElementById(id);
  if (found) return found;
  throw new Error(`the document has no ${id}`);
}

const buttons = { approve: find("approve"), refuse: find("refuse") };
const failure = find("failure");

/** @type {MessagePort | undefined} */
let page;
let asked = { key: "", clientSecret: "" };
let isBusy = false;

// Security: accept messages only from the parent page, on our own origin.
addEventListener("message", (event) => {
  const [port] = event.ports;
  const isOurPage = event.source === parent && event.origin === location.origin;
  if (page || !port || !isOurPage || event.data?.kind !== "connect") return;
  page = port;
  page.addEventListener("message", ({ data }) => {
    if (data.kind === "show") show(data);
    if (data.kind === "refuse") void answer("refuse");
  });
  page.start();
});

/** @param {{ key: string, clientSecret: string, amount: number, currency: string, scheme: string }} message */
function show({ key, clientSecret, amount, currency, scheme }) {
  asked = { key, clientSecret };
  const format = new Intl.NumberFormat(navigator.language, { style: "currency", currency });
  find("amount").textContent = format.format(amount / 100);
  document.documentElement.style.colorScheme = scheme;
  find("window").hidden = false;
  find("question").focus();
}

/** @param {"approve" | "refuse"} decision */
async function answer(decision) {
  if (isBusy || !page) return;
  isBusy = true;
  failure.hidden = true;
  for (const button of Object.values(buttons)) button.setAttribute("aria-disabled", "true");
  buttons[decision].setAttribute("aria-busy", "true");
  const result = await post("/sandbox/stripe/challenge", {
    key: asked.key,
    client_secret: asked.clientSecret,
    decision,
  });
  if (result.error?.type !== "api_connection_error" && result.error?.type !== "api_error") {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
    page.postMessage(result);
    return;
  }
  // The answer did not reach the server, so the payer can retry.
  isBusy = false;
  failure.textContent = "Your answer did not get through. Please try again.";
  failure.hidden = false;
  for (const button of Object.values(buttons)) {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-busy");
  }
}

buttons.approve.addEventListener("click", () => void answer("approve"));
buttons.refuse.addEventListener("click", () => void answer("refuse"));
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") void answer("refuse");
});
