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
   * @typedef {{ clientSecret?: string, appearance?: Appearance, fonts?: object[], locale?: string }} ElementsOptions
   * @typedef {ReturnType<typeof import("./stripe-api.js").post>} Asked
   */

  const script = document.currentScript;
  const home = new URL("/sandbox/stripe/", script instanceof HTMLScriptElement ? script.src : location.href);
  const loadApi = () => import(`${home.href}stripe-api.js`);
  const loadBank = () => import(`${home.href}challenge-dialog.js`);

  /** Pixels that the frame extends beyond the form on each side, for the focus ring. */
  const margin = 6;
  const loadTimeout = 15_000;
  const takenAway = { error: { type: "api_error", message: "The card form was taken away." } };

  /**
   * Internals of `elements` that only `stripe` uses.
   * @type {WeakMap<object, { clientSecret: string | undefined, ask: Ask, theme: () => string }>}
   */
  const insides = new WeakMap();

  /** @typedef {(question: "submit" | "confirm", more?: object) => Promise<any>} Ask */

  /** @param {string} key */
  function createStripe(key) {
    /**
     * @param {Result} result
     * @param {string} theme
     * @param {Element | null} [opener]
     * @returns {Promise<Result>}
     */
    const askBank = async (result, theme, opener = document.activeElement) => {
      if (result.paymentIntent?.status !== "requires_action") return result;
      const { openChallenge } = await loadBank();
      const answer = await openChallenge({ home, key, intent: result.paymentIntent, theme, opener });
      return answer.error ? { error: answer.error } : resultOf(answer.intent);
    };

    /**
     * @param {string} clientSecret
     * @returns {Promise<Result>}
     */
    const retrieve = async (clientSecret) => {
      const { get, intentIdIn } = await loadApi();
      const url = new URL(`/v1/payment_intents/${encodeURIComponent(intentIdIn(clientSecret))}`, home);
      const answer = await get(url.href, { key, client_secret: clientSecret });
      return answer.error ? { error: answer.error } : { paymentIntent: answer.intent };
    };

    return {
      /** @param {ElementsOptions} options */
      elements: (options = {}) => createElements(key, options),

      /**
       * @param {{ elements?: object, clientSecret?: string, confirmParams?: any, redirect?: string }} options
       * @returns {Promise<Result>}
       */
      confirmPayment: async ({ elements, clientSecret, confirmParams = {}, redirect = "always" }) => {
        const opener = document.activeElement;
        const inside = elements && insides.get(elements);
        if (!inside) {
          throw integrationError("confirmPayment(): pass the elements that stripe.elements() made.");
        }
        const secret = clientSecret ?? inside.clientSecret;
        if (!secret) throw integrationError("confirmPayment(): there is no client secret to pay for.");
        if (redirect === "always" && !confirmParams.return_url) {
          throw integrationError(
            'confirmPayment(): give confirmParams.return_url, or redirect: "if_required".',
          );
        }
        const answer = await inside.ask("confirm", {
          clientSecret: secret,
          returnUrl: confirmParams.return_url,
          billingDetails: confirmParams.payment_method_data?.billing_details,
        });
        if (answer.error) return { error: answer.error };
        const result = await askBank(resultOf(answer.intent), inside.theme(), opener);
        return result.paymentIntent && redirect === "always"
          ? leave(confirmParams.return_url, result.paymentIntent)
          : result;
      },

      retrievePaymentIntent: retrieve,

      /**
       * Continues a payment in `requires_action`.
       * @param {{ clientSecret: string }} options
       */
      handleNextAction: async ({ clientSecret }) => askBank(await retrieve(clientSecret), "stripe"),

      /**
       * Pays with a named test card (pm_card_visa), or continues a payment in `requires_action`.
       * @param {string} clientSecret
       * @param {{ payment_method?: unknown }} [data]
       */
      confirmCardPayment: async (clientSecret, data = {}) => {
        if (data.payment_method === undefined) return askBank(await retrieve(clientSecret), "stripe");
        if (typeof data.payment_method !== "string") return refuse("card element");
        const { post, intentIdIn } = await loadApi();
        const url = new URL(
          `/v1/payment_intents/${encodeURIComponent(intentIdIn(clientSecret))}/confirm`,
          home,
        );
        const params = { key, client_secret: clientSecret, payment_method: data.payment_method };
        const answer = await post(url.href, params);
        return answer.error ? { error: answer.error } : askBank(resultOf(answer.intent), "stripe");
      },

      createPaymentMethod: () => refuse("payment methods of their own"),
      createToken: () => refuse("tokens"),
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

  /** @param {string} what */
  function refuse(what) {
    const message = `Senga's payment sandbox has no ${what}: it takes cards by the payment element only.`;
    return Promise.resolve({ error: { type: "invalid_request_error", message } });
  }

  /**
   * A mistake of the page, not of the payer.
   * @param {string} message
   */
  function integrationError(message) {
    return Object.assign(new Error(message), { name: "IntegrationError" });
  }

  /**
   * Navigates to the return URL, as Stripe does after a payment.
   * @param {string} returnUrl
   * @param {Intent} intent
   * @returns {Promise<Result>}
   */
  function leave(returnUrl, intent) {
    const url = new URL(returnUrl);
    url.searchParams.set("payment_intent", intent.id);
    url.searchParams.set("payment_intent_client_secret", intent.client_secret);
    url.searchParams.set("redirect_status", "succeeded");
    location.assign(url);
    return new Promise(() => {});
  }

  /**
   * @param {string} key
   * @param {ElementsOptions} options
   */
  function createElements(key, { clientSecret, appearance = {}, fonts = [] }) {
    let look = appearance;
    /** @type {ReturnType<typeof createPaymentElement> | undefined} */
    let current;

    /** @param {string} type */
    const getElement = (type) => (type === "payment" && current ? current.element : null);

    /** @type {Ask} */
    const ask = (question, more) => {
      if (current) return current.ask(question, more);
      return Promise.reject(integrationError("There is no payment element: create and mount one first."));
    };

    const elements = {
      /**
       * @param {string} type
       * @param {object} [options]
       */
      create: (type, options = {}) => {
        if (type !== "payment") {
          throw integrationError(`Senga's payment sandbox has the payment element only, not "${type}".`);
        }
        if (current) {
          throw integrationError("There is a payment element already: destroy it, or use getElement().");
        }
        current = createPaymentElement({ key, clientSecret, fonts, options, look: () => look }, () => {
          current = undefined;
        });
        return current.element;
      },
      /**
       * Accepts a type or the component of react-stripe-js.
       * @param {string | { __elementType: string }} type
       */
      getElement: (type) => getElement(typeof type === "string" ? type : type["__elementType"]),
      /** @param {ElementsOptions} changes */
      update: (changes) => {
        if (!changes.appearance) return;
        look = changes.appearance;
        current?.update({ appearance: look });
      },
      submit: () => ask("submit"),
      fetchUpdates: async () => ({}),
    };
    insides.set(elements, { clientSecret, ask, theme: () => look.theme ?? "stripe" });
    return elements;
  }

  /**
   * @param {{ key: string, clientSecret: string | undefined, fonts: object[], options: object, look: () => Appearance }} settings
   * @param {() => void} forget runs on destroy
   */
  function createPaymentElement(settings, forget) {
    /** @type {Map<string, Set<(event: object) => void>>} */
    const listeners = new Map();
    /** @type {Map<number, (answer: any) => void>} */
    const questions = new Map();
    /** @type {HTMLIFrameElement | undefined} */
    let frame;
    /** @type {MessagePort | undefined} */
    let port;
    let ready = Promise.withResolvers();
    let { options } = settings;
    let lastQuestion = 0;

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

    /** @param {HTMLElement} place */
    const show = (place) => {
      const made = createFrame(settings.look(), place.clientWidth);
      frame = made;
      made.addEventListener("load", () => connect(made), { once: true });
      place.append(made);
      emit("loaderstart");
    };

    /** @param {HTMLIFrameElement} loaded */
    const connect = (loaded) => {
      if (loaded !== frame) return;
      const channel = new MessageChannel();
      port = channel.port1;
      port.addEventListener("message", ({ data }) => hear(loaded, data));
      port.start();
      loaded.contentWindow?.postMessage({ kind: "connect" }, home.origin, [channel.port2]);
      const { key, clientSecret, fonts } = settings;
      tell({ kind: "set-up", key, clientSecret, fonts, options, appearance: settings.look() });
      setTimeout(
        () => fail(loaded, { type: "api_error", message: "The card form could not be loaded." }),
        loadTimeout,
      );
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
        case "event":
          emit(message.name, message.detail);
          break;
        case "answer":
          questions.get(message.id)?.(message.result);
          questions.delete(message.id);
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

    const hide = () => {
      frame?.remove();
      frame = undefined;
      port?.close();
      port = undefined;
      for (const answer of questions.values()) answer(takenAway);
      questions.clear();
      ready.resolve(takenAway);
      ready = Promise.withResolvers();
    };

    const element = {
      /** @param {string | HTMLElement} target */
      mount: (target) => {
        const place = typeof target === "string" ? document.querySelector(target) : target;
        if (!(place instanceof HTMLElement)) {
          throw integrationError("The element to mount the payment element in is not there.");
        }
        hide();
        show(place);
      },
      unmount: hide,
      destroy: () => {
        hide();
        listeners.clear();
        forget();
      },
      /** @param {object} changes */
      update: (changes) => {
        options = { ...options, ...changes };
        tell({ kind: "update", options: changes });
        return element;
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
      once: (name, listener) => {
        /** @param {object} event */
        const first = (event) => {
          element.off(name, first);
          listener(event);
        };
        return element.on(name, first);
      },
      /**
       * @param {string} name
       * @param {(event: object) => void} [listener] defaults to all listeners of the name
       */
      off: (name, listener) => {
        if (listener) listeners.get(name)?.delete(listener);
        else listeners.delete(name);
        return element;
      },
      focus: () => {
        frame?.focus();
        tell({ kind: "focus" });
      },
      blur: () => tell({ kind: "blur" }),
      clear: () => tell({ kind: "clear" }),
      collapse: () => element,
    };

    return {
      element,
      /** @param {{ appearance: Appearance }} changes */
      update: (changes) => {
        if (frame) frame.style.colorScheme = schemeOf(changes.appearance);
        tell({ kind: "update", ...changes });
      },
      /** @type {Ask} */
      ask: async (question, more = {}) => {
        if (!frame) throw integrationError("The payment element is not mounted.");
        const failed = await ready.promise;
        if (failed || !port) return failed ?? takenAway;
        const id = (lastQuestion += 1);
        tell({ kind: "ask", id, question, ...more });
        return new Promise((resolve) => questions.set(id, resolve));
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
