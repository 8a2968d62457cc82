/**
 * The subset of Stripe.js that the product uses. Defines `window.Stripe` for the real `@stripe/stripe-js` and
 * `@stripe/react-stripe-js`. The card form and the 3-D Secure window are frames of the sandbox, so no card number
 * reaches the page. Results have Stripe's shapes (https://docs.stripe.com/js).
 * A classic script, so `window.Stripe` exists as soon as it has run. Other modules load on demand.
 */
(() => {
  /**
   * @typedef {import("./stripe-api.js").Intent} Intent
   * @typedef {import("./stripe-api.js").ApiError} ApiError
   * @typedef {{ paymentIntent: Intent, error?: undefined } | { error: ApiError, paymentIntent?: undefined }} Result
   * @typedef {import("./appearance.js").Appearance} Appearance
   * @typedef {{ clientSecret: string, appearance?: Appearance, fonts?: object[] }} ElementsOptions
   */

  const script = document.currentScript;
  const home = new URL("/sandbox/stripe/", script instanceof HTMLScriptElement ? script.src : location.href);

  /** Pixels that the frame extends beyond the form on each side, for the focus ring. */
  const margin = 6;
  const loadTimeout = 15_000;
  const takenAway = { error: { type: "api_error", message: "The card form was taken away." } };
  const confirmedAlready = {
    type: "invalid_request_error",
    message: "This payment is being confirmed already.",
  };

  /**
   * Internals of `elements` that only `stripe` uses.
   * @type {WeakMap<object, { confirm: (returnUrl: string) => Promise<any>, theme: () => string }>}
   */
  const insides = new WeakMap();

  /** @param {string} key */
  function createStripe(key) {
    return {
      /** @param {ElementsOptions} options */
      elements: (options) => createElements(key, options),

      /**
       * @param {{ elements: object, confirmParams: { return_url: string }, redirect: string }} options
       * @returns {Promise<Result>}
       */
      confirmPayment: async ({ elements, confirmParams, redirect }) => {
        const opener = document.activeElement;
        const inside = insides.get(elements);
        if (!inside || redirect !== "if_required") {
          throw integrationError('confirmPayment(): pass stripe.elements() and redirect: "if_required".');
        }
        const { error, intent } = await inside.confirm(confirmParams.return_url);
        if (error) return { error };
        if (intent.status !== "requires_action") return resultOf(intent);
        const { openChallenge } = await import(`${home.href}challenge-dialog.js`);
        const answer = await openChallenge({ home, key, intent, theme: inside.theme(), opener });
        return answer.error ? { error: answer.error } : resultOf(answer.intent);
      },

      /**
       * @param {string} clientSecret
       * @returns {Promise<Result>}
       */
      retrievePaymentIntent: async (clientSecret) => {
        const { get, intentIdIn } = await import(`${home.href}stripe-api.js`);
        const url = new URL(`/v1/payment_intents/${encodeURIComponent(intentIdIn(clientSecret))}`, home);
        const answer = await get(url.href, { key, client_secret: clientSecret });
        return answer.error ? { error: answer.error } : { paymentIntent: answer.intent };
      },

      // `@stripe/react-stripe-js` rejects an object without these.
      confirmCardPayment: refuse,
      createPaymentMethod: refuse,
      createToken: refuse,
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    };
  }

  /**
   * @param {Intent} intent
   * @returns {Result}
   */
  function resultOf(intent) {
    return intent.status === "requires_payment_method" && intent.last_payment_error
      ? { error: { ...intent.last_payment_error, payment_intent: intent } }
      : { paymentIntent: intent };
  }

  function refuse() {
    throw integrationError("Senga's payment sandbox takes cards by the payment element only.");
  }

  /**
   * A mistake of the page, not of the payer.
   * @param {string} message
   */
  function integrationError(message) {
    return Object.assign(new Error(message), { name: "IntegrationError" });
  }

  /**
   * @param {string} key
   * @param {ElementsOptions} options
   */
  function createElements(key, { clientSecret, appearance = {}, fonts = [] }) {
    let look = appearance;
    /** @type {ReturnType<typeof createPaymentElement> | undefined} */
    let current;

    const elements = {
      /** @param {string} type */
      create: (type) => {
        if (type !== "payment" || current) {
          throw integrationError("Senga's payment sandbox has one payment element at a time.");
        }
        current = createPaymentElement({ key, clientSecret, fonts, look: () => look }, () => {
          current = undefined;
        });
        return current.element;
      },
      /** @param {{ appearance?: Appearance }} changes */
      update: (changes) => {
        if (!changes.appearance) return;
        look = changes.appearance;
        current?.update(look);
      },
    };
    insides.set(elements, {
      confirm: async (returnUrl) => {
        if (!current) throw integrationError("There is no payment element: create and mount one first.");
        return current.confirm(returnUrl);
      },
      theme: () => look.theme ?? "flat",
    });
    return elements;
  }

  /**
   * @param {{ key: string, clientSecret: string, fonts: object[], look: () => Appearance }} settings
   * @param {() => void} forget runs on destroy
   */
  function createPaymentElement({ key, clientSecret, fonts, look }, forget) {
    /** @type {Map<string, Set<(event: object) => void>>} */
    const listeners = new Map();
    /** @type {HTMLIFrameElement | undefined} */
    let frame;
    /** @type {MessagePort | undefined} */
    let port;
    /**
     * Takes the answer to the confirmation under way.
     * @type {((answer: object) => void) | undefined}
     */
    let answered;
    const ready = Promise.withResolvers();

    /**
     * @param {string} name
     * @param {object} [detail]
     */
    const emit = (name, detail) => {
      for (const listener of listeners.get(name) ?? []) listener({ elementType: "payment", ...detail });
    };

    /** @param {object} message */
    const tell = (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
      port?.postMessage(message);
    };

    /** @param {HTMLIFrameElement} loaded */
    const connect = (loaded) => {
      if (loaded !== frame) return;
      const channel = new MessageChannel();
      port = channel.port1;
      port.addEventListener("message", ({ data }) => hear(loaded, data));
      port.start();
      loaded.contentWindow?.postMessage({ kind: "connect" }, home.origin, [channel.port2]);
      tell({ kind: "set-up", key, clientSecret, fonts, appearance: look() });
    };

    /**
     * @param {HTMLIFrameElement} loaded
     * @param {any} message
     */
    const hear = (loaded, message) => {
      if (loaded !== frame) return;
      switch (message.kind) {
        case "height":
          loaded.style.height = `${message.height}px`;
          break;
        case "ready":
          loaded.dataset["state"] = "ready";
          loaded.style.opacity = "1";
          ready.resolve(undefined);
          emit("ready");
          break;
        case "failed":
          fail(loaded, message.error);
          break;
        case "answer":
          answered?.(message.answer);
          answered = undefined;
          break;
      }
    };

    /**
     * @param {HTMLIFrameElement} loaded
     * @param {ApiError} error
     */
    const fail = (loaded, error) => {
      if (loaded !== frame || loaded.dataset["state"]) return;
      loaded.dataset["state"] = "failed";
      ready.resolve({ error });
      emit("loaderror", { error });
    };

    const element = {
      /** @param {HTMLElement} place */
      mount: (place) => {
        const made = createFrame(look(), place.clientWidth);
        frame = made;
        made.addEventListener("load", () => connect(made), { once: true });
        place.append(made);
        setTimeout(
          () => fail(made, { type: "api_error", message: "The card form could not be loaded." }),
          loadTimeout,
        );
      },
      destroy: () => {
        frame?.remove();
        frame = undefined;
        port?.close();
        answered?.(takenAway);
        ready.resolve(takenAway);
        listeners.clear();
        forget();
      },
      /**
       * @param {string} name
       * @param {(event: object) => void} listener
       */
      on: (name, listener) => {
        listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
        return element;
      },
      /**
       * @param {string} name
       * @param {(event: object) => void} listener
       */
      off: (name, listener) => {
        listeners.get(name)?.delete(listener);
        return element;
      },
    };

    return {
      element,
      /** @param {Appearance} changed */
      update: (changed) => {
        if (frame) frame.style.colorScheme = schemeOf(changed);
        tell({ kind: "update", appearance: changed });
      },
      /** @param {string} returnUrl */
      confirm: async (returnUrl) => {
        const failed = await ready.promise;
        if (failed) return failed;
        if (answered) return { error: confirmedAlready };
        tell({ kind: "confirm", returnUrl });
        return new Promise((resolve) => {
          answered = resolve;
        });
      },
    };
  }

  /**
   * @param {Appearance} look
   * @param {number} width pixels
   */
  function createFrame(look, width) {
    const made = document.createElement("iframe");
    made.title = "Card details (payment sandbox)";
    made.name = "senga-payment-sandbox";
    made.src = `${home.href}element`;
    const styles = {
      display: "block",
      border: "0",
      margin: `${-margin}px`,
      width: `calc(100% + ${2 * margin}px)`,
      height: `${likelyHeight(look, width)}px`,
      // A frame whose color scheme differs from its page's gets an opaque background.
      colorScheme: schemeOf(look),
      opacity: "0",
      transition: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "opacity 160ms",
    };
    Object.assign(made.style, styles);
    return made;
  }

  /** @param {Appearance} look */
  function schemeOf(look) {
    return look.theme === "night" ? "dark" : "light";
  }

  /**
   * The form's likely height until it reports its own, so the page does not shift. Mirrors the layout in element.css.
   * @param {Appearance} look @param {number} width
   */
  function likelyHeight({ variables = {} }, width) {
    const font = Number.parseFloat(variables["fontSizeBase"] ?? "16") || 16;
    const unit = Number.parseFloat(variables["spacingUnit"] ?? "4") || 4;
    const noteFont = Math.max(15, 0.9 * font);
    const noteLines = Math.ceil((53 * noteFont) / Math.max(width - 5.6 * unit - 4, 100));
    const note = noteLines * 1.45 * noteFont + 4 * unit + 4;
    const row = 1.4 * font + 1.4 * unit + 1.25 * font + 5.6 * unit + 4;
    const rows = width < 17.5 * font ? 4 : 3;
    return Math.ceil(note + rows * (row + 4.4 * unit) + 2 * margin);
  }

  // `@stripe/stripe-js` warns about any other release.
  Object.assign(window, { Stripe: Object.assign(createStripe, { version: "endive" }) });
})();
