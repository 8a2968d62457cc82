/**
 * Browser calls to the sandbox API. They never reject: a failure resolves to an error in Stripe's shape.
 *
 * @typedef {{ [name: string]: string | undefined | Params }} Params
 * @typedef {{ type: string, message: string, code?: string, decline_code?: string, payment_intent?: Intent }} ApiError
 * @typedef {{ id: string, status: string, amount: number, currency: string, client_secret: string, last_payment_error: ApiError | null }} Intent
 * @typedef {{ intent: Intent, error?: undefined } | { error: ApiError, intent?: undefined }} Answer
 */

const unreachable = {
  type: "api_connection_error",
  message:
    "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
};

/**
 * @param {string} url
 * @param {Params} params sent as a form, which needs no CORS preflight
 * @returns {Promise<Answer>}
 */
export const post = (url, params) =>
  read(
    fetch(url, { method: "POST", body: asForm(params), credentials: "omit", referrerPolicy: "no-referrer" }),
  );

/**
 * @param {string} url
 * @param {Params} params
 * @returns {Promise<Answer>}
 */
export const get = (url, params) =>
  read(fetch(`${url}?${asForm(params).toString()}`, { credentials: "omit", referrerPolicy: "no-referrer" }));

/**
 * Returns the input when it is not a client secret (pi_…_secret_…).
 * @param {string} clientSecret
 */
export const intentIdIn = (clientSecret) => clientSecret.split("_secret_")[0] ?? clientSecret;

/**
 * @param {Promise<Response>} asked
 * @returns {Promise<Answer>}
 */
async function read(asked) {
  try {
    const response = await asked;
    const body = await response.json();
    if (body.error) return { error: body.error };
    return response.ok ? { intent: body } : { error: unreachable };
  } catch {
    return { error: unreachable };
  }
}

/** @param {Params} params */
function asForm(params) {
  const form = new URLSearchParams();
  /** @type {(params: Params, name: (part: string) => string) => void} */
  const add = (level, name) => {
    for (const [part, value] of Object.entries(level)) {
      if (typeof value === "object") add(value, (inner) => `${name(part)}[${inner}]`);
      else if (value !== undefined) form.append(name(part), value);
    }
  };
  add(params, (part) => part);
  return form;
}
