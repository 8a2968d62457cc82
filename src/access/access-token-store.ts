/** Specification, section 3 fixes the name. */
const storageKey = "access-token";

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
    // Without storage, each page load requests its own token.
  }
}

export function removeToken(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is unavailable.
  }
}

export function onTokenChangeInOtherTab(onChange: (token: string | null) => void): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === storageKey) onChange(event.newValue);
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
