/** The name under which the browser keeps the access token (section 3). */
const storageKey = "access-token";

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
