/** Specification, section 3 fixes the name. */
const storageKey = "access-token";

/** Kept for this page alone if the storage is full or blocked. */
let unstored: string | null = null;

export function storedToken(): string | null {
  try {
    return unstored ?? localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function storeToken(token: string): void {
  unstored = null;
  try {
    localStorage.setItem(storageKey, token);
  } catch {
    unstored = token;
  }
}

export function removeToken(): void {
  unstored = null;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is unavailable.
  }
}

/** Also when the browser restores a document that it kept for Back, which may have missed a change. */
export function onTokenChangeInOtherTab(onChange: (token: string | null) => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === storageKey) onChange(event.newValue);
  };
  const onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) onChange(storedToken());
  };
  addEventListener("storage", onStorage);
  addEventListener("pageshow", onPageShow);
  return () => {
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", onPageShow);
  };
}
