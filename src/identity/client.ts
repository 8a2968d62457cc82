/** The identity provider in the browser, in the manner of Firebase Auth's calls. Loaded on every page, so it stays small. */

/** Somebody signed in, as the identity provider knows them (section 3). */
export interface IdentityUser {
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string;
  readonly emailVerified: boolean;
}

/** Why the identity provider did not do it: `code` is one of section 8's names, `message` a sentence for the person. */
export class IdentityError extends Error {
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(code: string, message: string, status = 0) {
    super(message);
    this.name = "IdentityError";
    this.code = code;
    this.status = status;
  }
}

interface WithUser {
  readonly user: IdentityUser;
}

export const identity = {
  /** The person signed in, or null. */
  currentUser: async (): Promise<IdentityUser | null> =>
    (await call<{ user: IdentityUser | null }>("/session")).user,

  /** Makes an account and signs in. */
  signUp: async (account: {
    name: string;
    email: string;
    password: string;
    photoURL: string;
  }): Promise<void> => {
    requireStorage();
    await call("/sign-up", account);
  },

  signIn: async (credentials: { email: string; password: string }): Promise<IdentityUser> => {
    requireStorage();
    return (await call<WithUser>("/sign-in", credentials)).user;
  },

  signOut: async (): Promise<void> => {
    await call("/sign-out", {});
  },

  updateProfile: async (profile: { displayName?: string; photoURL?: string }): Promise<IdentityUser> =>
    (await call<WithUser>("/profile", profile)).user,

  /** Mails a link to choose a new password, if there is such an account; it never tells. */
  sendPasswordReset: async (email: string): Promise<void> => {
    await call("/forgot-password", { email });
  },

  /** @param token from the mailed link */
  checkResetToken: (token: string): Promise<{ isValid: boolean }> => call("/reset-password/check", { token }),

  /** @param token from the mailed link */
  resetPassword: async (token: string, newPassword: string): Promise<void> => {
    await call("/reset-password", { token, newPassword });
  },

  /** Mails the signed-in person another link to confirm the email. */
  resendVerification: async (): Promise<void> => {
    await call("/verification-mail", {});
  },

  /** A token of five minutes that says to the product who is signed in. */
  idToken: async (): Promise<string> => (await call<{ token: string }>("/token")).token,

  /** Which other ways to sign in there are; `sandbox` tells that Google is the local one. */
  providers: (): Promise<{ google: boolean; sandbox: boolean }> => call("/providers"),
};

/** Posts the body, or gets without one. Throws IdentityError. */
async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    `/identity${path}`,
    body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  ).catch(() => {
    throw new IdentityError(
      "network-request-failed",
      "Can't reach Senga. Check your connection and try again.",
    );
  });
  const answer: Answer & { code?: string; detail?: string } = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new IdentityError(
    answer.code ?? "internal-error",
    answer.detail ?? "Something went wrong on our server. Please try again.",
    response.status,
  );
}

/** Being signed in is a cookie, and the access token is kept in the browser's storage. Throws web-storage-unsupported. */
export function requireStorage(): void {
  try {
    // Where storage is forbidden, even looking at it throws.
    if (navigator.cookieEnabled && localStorage) return;
  } catch {
    // Told below.
  }
  throw new IdentityError(
    "web-storage-unsupported",
    "Your browser is blocking cookies for Senga. Allow them, then try again.",
  );
}
