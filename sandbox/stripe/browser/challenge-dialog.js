/**
 * Shows the bank's window over the page and waits for the answer. Loaded by stripe.js when a payment asks for it.
 *
 * @typedef {import("./stripe-api.js").Answer} Answer
 * @typedef {import("./stripe-api.js").Intent} Intent
 */

/**
 * @param {{ home: URL, key: string, intent: Intent, theme: string, opener: Element | null }} asked opener is where the focus goes back to
 * @returns {Promise<Answer>} the intent after the answer, or the error that it ended with
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
    // Escape is an answer, and the bank has to hear it: the window is closed when it has.
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
 * The button that began the payment may be disabled until its page has heard how it ended: try for a second, unless the
 * page has moved the focus itself.
 * @param {Element | null} opener
 */
function giveFocusBack(opener, frames = 60) {
  if (!(opener instanceof HTMLElement) || frames === 0) return;
  const isFree = document.activeElement === document.body || document.activeElement === null;
  if (!isFree) return;
  opener.focus();
  requestAnimationFrame(() => giveFocusBack(opener, frames - 1));
}
