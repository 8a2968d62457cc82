import type { Stripe } from "@stripe/stripe-js";
import { api } from "../../../../access/session.ts";

let loading: Promise<Stripe> | undefined;

/** Throws if loading fails; the next call retries. */
export function loadStripe(): Promise<Stripe> {
  loading ??= (async () => {
    const { publishableKey, scriptUrl } = await api("GET /payment-provider");
    if (scriptUrl) await loadScript(scriptUrl);
    const loader = await import("@stripe/stripe-js/pure");
    const stripe = await loader.loadStripe(publishableKey);
    if (!stripe) throw new Error("The payment form couldn’t be loaded.");
    return stripe;
  })().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("The payment form couldn’t be loaded."));
    });
    document.head.append(script);
  });
}
