/**
 * The card form, in its own frame. The page learns the form's state, but never its contents.
 * Protocol over a MessageChannel: "set-up" yields "ready" or "failed"; the form sends "height" and "event"; an "ask" to
 * "submit" or "confirm" yields an "answer".
 */
import { applyAppearance, loadFonts } from "./appearance.js";
import {
  areComplete,
  areEmpty,
  askForCountry,
  clear,
  fillCountries,
  focusFirst,
  lock,
  markRefused,
  markWrong,
  readCard,
  readCountry,
  watch,
} from "./fields.js";
import { intentIdIn, post } from "./stripe-api.js";

let settings = { key: "", clientSecret: "" };
let isReadOnly = false;
let isBusy = false;
/** @type {MessagePort | undefined} */
let page;
let lastState = "";

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
      await setUp(message);
      break;
    case "update":
      update(message);
      break;
    case "focus":
      focusFirst();
      break;
    case "blur":
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      break;
    case "clear":
      clear();
      tellState();
      break;
    case "ask": {
      const result = message.question === "confirm" ? await confirm(message) : submit();
      tell({ kind: "answer", id: message.id, result });
      break;
    }
  }
}

/** @param {any} message */
async function setUp(message) {
  settings = { key: message.key, clientSecret: message.clientSecret };
  update(message);
  fillCountries(message.options?.defaultValues?.billingDetails?.address?.country);
  if (settings.clientSecret) {
    const asked = { key: settings.key, client_secret: settings.clientSecret };
    const { error } = await post("/sandbox/stripe/card-form", asked);
    if (error) {
      tell({ kind: "failed", error });
      return;
    }
  }
  // Slow fonts must not block a payment.
  await Promise.race([loadFonts(message.fonts ?? []), new Promise((resolve) => setTimeout(resolve, 1500))]);
  watch(tellState);
  new ResizeObserver(tellHeight).observe(document.body);
  tellHeight();
  tell({ kind: "ready" });
}

/** @param {any} message */
function update({ appearance, options }) {
  if (appearance) applyAppearance(appearance);
  if (options?.fields) askForCountry(asksForCountry(options.fields.billingDetails));
  isReadOnly = options?.readOnly ?? isReadOnly;
  lock(isReadOnly || isBusy);
}

/**
 * Stripe lets a page omit fields whose values it already has.
 * @param {any} asked
 */
const asksForCountry = (asked) =>
  asked !== "never" && asked?.address !== "never" && asked?.address?.country !== "never";

const tellHeight = () =>
  tell({ kind: "height", height: Math.ceil(document.body.getBoundingClientRect().height) });

/** Reports only whether the form is empty or complete, never its contents. */
function tellState() {
  const state = { empty: areEmpty(), complete: areComplete(), collapsed: false, value: { type: "card" } };
  const text = JSON.stringify(state);
  if (text === lastState) return;
  lastState = text;
  tell({ kind: "event", name: "change", detail: state });
}

addEventListener("focus", () => tell({ kind: "event", name: "focus" }));
addEventListener("blur", () => tell({ kind: "event", name: "blur" }));
document.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") tell({ kind: "event", name: "escape" });
});

/** Result shape of `elements.submit()`. */
function submit() {
  const problem = markWrong();
  return problem ? { error: { type: "validation_error", ...problem } } : { selectedPaymentMethod: "card" };
}

/**
 * Sends the card straight to the API; the page gets only the result.
 * @param {any} question
 */
async function confirm({ clientSecret, returnUrl, billingDetails }) {
  const checked = submit();
  if (checked.error) return checked;
  if (isBusy) {
    return { error: { type: "invalid_request_error", message: "This payment is being confirmed already." } };
  }
  isBusy = true;
  lock(true);
  const country = readCountry();
  const answer = await post(`/v1/payment_intents/${encodeURIComponent(intentIdIn(clientSecret))}/confirm`, {
    key: settings.key,
    client_secret: clientSecret,
    return_url: returnUrl,
    use_stripe_sdk: "true",
    expected_payment_method_type: "card",
    payment_method_data: {
      type: "card",
      card: readCard(),
      billing_details: {
        ...billingDetails,
        ...(country && { address: { ...billingDetails?.address, country } }),
      },
    },
  });
  isBusy = false;
  lock(isReadOnly);
  if (answer.error) markRefused(answer.error);
  return answer;
}
