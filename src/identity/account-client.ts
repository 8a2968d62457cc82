import { call } from "./client.ts";

export interface OwnIdentity {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly hasGoogle: boolean;
  readonly change?: {
    readonly email: string;
    readonly isConfirmedByNew: boolean;
    readonly isConfirmedByOld: boolean;
  };
}

export interface OpenSession {
  readonly id: string;
  readonly createdAt: string;
  /** Precise to a day. */
  readonly lastUsedAt: string;
  readonly isThis: boolean;
}

/** All throw IdentityError. */
export const ownIdentity = {
  read: (): Promise<OwnIdentity> => call("/account"),
  changeEmail: (email: string): Promise<object> => call("/email-change", { email }),
  cancelEmailChange: (): Promise<object> => call("/email-change/cancel", {}),
  changePassword: (currentPassword: string, newPassword: string): Promise<object> =>
    call("/password", { currentPassword, newPassword }),
  sessions: async (): Promise<readonly OpenSession[]> =>
    (await call<{ sessions: readonly OpenSession[] }>("/sessions")).sessions,
  /** Without an id: every session but this one. */
  endSession: (id?: string): Promise<{ ended: number }> => call("/sessions/end", { id }),
};
