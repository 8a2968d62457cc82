import type { IdentityUser } from "../identity/client.ts";
import type { Role } from "./policy.ts";

export interface Session {
  /** Also true during sign-up, sign-in and sign-out (section 4). */
  readonly isLoading: boolean;
  readonly user: IdentityUser | null;
  readonly role: Role | undefined;
  /** Until the person has said whether they are 18 or older. */
  readonly needsAge: boolean;
  readonly isReconnecting: boolean;
  /** "elsewhere": a logout in another tab. */
  readonly ended: "lost" | "logout" | "elsewhere" | undefined;
}

export const visitor: Session = {
  isLoading: false,
  user: null,
  role: undefined,
  needsAge: false,
  isReconnecting: false,
  ended: undefined,
};
