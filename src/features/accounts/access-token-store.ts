import { systemClock } from "../../platform/clock.ts";

/** The name under which the browser keeps the access token (section 3). */
const storageKey = "access-token";
/** Seconds before its end at which a token is renewed: time enough for the request that is about to use it. */
const renewalSeconds = 60;

/** The stored token, or null. Storage that is switched off is as good as empty. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function storeToken(token: string): void {
  try {
    localStorage.setItem(storageKey, token);
  } catch {
    // Without storage every page asks for a token of its own.
  }
}

export function forgetToken(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
}

/** Calls `changed` when another tab stores or forgets the token. */
export function onTokenElsewhere(changed: (token: string | null) => void): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === storageKey) changed(event.newValue);
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

/** Whether the token is about to end. The clock of this device decides only when to ask, not what is valid. */
export function needsRenewal(token: string): boolean {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { exp } = JSON.parse(atob(payload)) as { exp?: number };
    return (exp ?? 0) - systemClock.now().getTime() / 1000 < renewalSeconds;
  } catch {
    return true;
  }
}
