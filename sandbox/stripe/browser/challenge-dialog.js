/**
 * Shows the 3-D Secure window over the page. stripe.js loads it on demand.
 *
 * @typedef {import("./stripe-api.js").Answer} Answer
 * @typedef {import("./stripe-api.js").Intent} Intent
 */

/**
 * @param {{ home: URL, key: string, intent: Intent, theme: string, opener: Element | null }} asked opener gets the focus back
 * @returns {Promise<Answer>} the intent after the answer, or the final error
 */
export function openChallenge({ home, key, intent, theme, opener }) {
  const scheme = theme === "night" ? "dark" : "light";
  const dialog = document.createElement("dialog");
  const frame = document.createElement("iframe");
  dialog.setAttribute("aria-label", "Your bank asks (payment sandbox)");
  frame.title = "Your bank asks (payment sandbox)";
  frame.src = `${home.href}challenge`;
  const whole = {
    width: "100vw",
    height: "100dvh",
    maxWidth: "none",
    maxHeight: "none",
    border: "0",
    padding: "0",
    margin: "0",
  };
  Object.assign(dialog.style, { ...whole, background: "transparent", overflow: "hidden" });
  Object.assign(frame.style, { ...whole, display: "block", colorScheme: scheme });
  dialog.append(frame);

  const scrolling = document.documentElement.style.overflow;
  document.documentElement.style.overflow = "hidden";
  document.body.append(dialog);
  dialog.showModal();

  return new Promise((resolve) => {
    const channel = new MessageChannel();
    const { port1: bank } = channel;
    /** @param {object} message */
    const tell = (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
      bank.postMessage(message);
    };
    /** @param {Answer} answer */
    const close = (answer) => {
      bank.close();
      dialog.close();
      dialog.remove();
      document.documentElement.style.overflow = scrolling;
      resolve(answer);
      giveFocusBack(opener);
    };
    bank.addEventListener("message", ({ data }) => close(data));
    bank.start();
    // Escape counts as a refusal: the dialog closes only after the frame has processed it.
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      tell({ kind: "refuse" });
    });
    frame.addEventListener(
      "load",
      () => {
        frame.contentWindow?.postMessage({ kind: "connect" }, home.origin, [channel.port2]);
        const { client_secret: clientSecret, amount, currency } = intent;
        tell({ kind: "show", key, clientSecret, amount, currency, scheme });
        frame.focus();
      },
      { once: true },
    );
  });
}

/**
 * The button that started the payment may stay disabled until its page processes the result. Retries for about a
 * second, unless the page has moved the focus.
 * @param {Element | null} opener
 */
function giveFocusBack(opener, frames = 60) {
  if (!(opener instanceof HTMLElement) || frames === 0) return;
  const isFree = document.activeElement === document.body || document.activeElement === null;
  if (!isFree) return;
  opener.focus();
  requestAnimationFrame(() => giveFocusBack(opener, frames - 1));
}
