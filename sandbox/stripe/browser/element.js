/**
 * The card form, in its own frame. The page never learns its contents.
 * Protocol over a MessageChannel: "set-up" yields "ready" or "failed"; the form sends "height"; "confirm" yields an
 * "answer".
 */
import { applyAppearance, loadFonts } from "./appearance.js";
import { fillCountries, lock, markRefused, markWrong, readCard, readCountry } from "./fields.js";
import { intentIdIn, post } from "./stripe-api.js";

let settings = { key: "", clientSecret: "" };
/** @type {MessagePort | undefined} */
let page;

// Security: accept messages only from the embedding page, on our own origin.
addEventListener("message", (event) => {
  const [port] = event.ports;
  const isOurPage = event.source === parent && event.origin === location.origin;
  if (page || !port || !isOurPage || event.data?.kind !== "connect") return;
  page = port;
  page.addEventListener("message", ({ data }) => void hear(data));
  page.start();
});

/** @param {object} message */
function tell(message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
  page?.postMessage(message);
}

/** @param {any} message */
async function hear(message) {
  switch (message.kind) {
    case "set-up":
      try {
        await setUp(message);
      } catch (error) {
        tell({ kind: "failed", error: { type: "api_error", message: "The card form could not be set up." } });
        reportError(error);
      }
      break;
    case "update":
      applyAppearance(message.appearance);
      break;
    case "confirm":
      tell({ kind: "answer", answer: await confirm(message.returnUrl) });
      break;
  }
}

/** @param {any} message */
async function setUp({ key, clientSecret, appearance, fonts }) {
  settings = { key, clientSecret };
  applyAppearance(appearance);
  fillCountries();
  const { error } = await post("/sandbox/stripe/card-form", { key, client_secret: clientSecret });
  if (error) {
    tell({ kind: "failed", error });
    return;
  }
  // Slow fonts must not block a payment.
  await Promise.race([loadFonts(fonts), new Promise((resolve) => setTimeout(resolve, 1500))]);
  new ResizeObserver(tellHeight).observe(document.body);
  tellHeight();
  tell({ kind: "ready" });
}

const tellHeight = () =>
  tell({ kind: "height", height: Math.ceil(document.body.getBoundingClientRect().height) });

document.addEventListener("submit", (event) => event.preventDefault());

/**
 * Sends the card straight to the API; the page gets only the answer.
 * @param {string} returnUrl
 */
async function confirm(returnUrl) {
  const problem = markWrong();
  if (problem) return { error: { type: "validation_error", ...problem } };
  lock(true);
  const { key, clientSecret } = settings;
  const answer = await post(`/v1/payment_intents/${encodeURIComponent(intentIdIn(clientSecret))}/confirm`, {
    key,
    client_secret: clientSecret,
    return_url: returnUrl,
    use_stripe_sdk: "true",
    expected_payment_method_type: "card",
    payment_method_data: {
      type: "card",
      card: readCard(),
      billing_details: { address: { country: readCountry() } },
    },
  });
  lock(false);
  if (answer.error) markRefused(answer.error);
  return answer;
}
