/** Modeled on Firebase Auth. Every page loads this module: keep it small. */

export interface IdentityUser {
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string;
  readonly emailVerified: boolean;
}

/** `code` is a name of section 8; `message` is a sentence for the user. */
export class IdentityError extends Error {
  readonly code: string;
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly fields: readonly { field: string; message: string }[];

  constructor(code: string, message: string, status = 0, fields: IdentityError["fields"] = []) {
    super(message);
    this.name = "IdentityError";
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}

interface WithUser {
  readonly user: IdentityUser;
}

export const identity = {
  currentUser: async (): Promise<IdentityUser | null> =>
    (await call<{ user: IdentityUser | null }>("/session")).user,

  signUp: async (account: {
    name: string;
    email: string;
    password: string;
    photoURL: string;
    adult?: true;
    born?: string;
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

  sendPasswordReset: async (email: string): Promise<void> => {
    await call("/forgot-password", { email });
  },

  checkResetToken: (token: string): Promise<{ isValid: boolean }> => call("/reset-password/check", { token }),

  resetPassword: async (token: string, newPassword: string): Promise<void> => {
    await call("/reset-password", { token, newPassword });
  },

  confirmEmail: (
    token: string,
  ): Promise<{ result: "confirmed" | "already" } | { result: "claimed"; resetToken: string }> =>
    call("/verify-email", { token }),

  resendVerification: async (): Promise<void> => {
    await call("/verification-mail", {});
  },

  idToken: async (): Promise<string> => (await call<{ token: string }>("/token")).token,
};

/** Throws IdentityError. */
export async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    `/identity${path}`,
    body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // Completes a logout even if the page is closed.
      keepalive: true,
    },
  ).catch(() => {
    throw new IdentityError(
      "network-request-failed",
      "Can’t reach Senga. Check your connection and try again.",
    );
  });
  const answer: Answer & { code?: string; detail?: string; fields?: IdentityError["fields"] } = await response
    .json()
    .catch(() => ({}));
  if (response.ok) return answer;
  throw new IdentityError(
    answer.code ?? "internal-error",
    answer.detail ?? "Something went wrong on our server. Please try again.",
    response.status,
    answer.fields,
  );
}

/** Throws web-storage-unsupported. */
export function requireStorage(): void {
  try {
    if (navigator.cookieEnabled && localStorage) return;
  } catch {
    // Access to blocked storage throws.
  }
  throw new IdentityError(
    "web-storage-unsupported",
    "Your browser is blocking cookies for Senga. Allow them, then try again.",
  );
}
