import type { IdentityUser } from "../../identity/client.ts";
import type { Role } from "./policy.ts";

/** Who is using the browser, as far as is known. */
export interface Session {
  /** True until it is known who is here or that nobody is, and during sign-up, sign-in and sign-out (section 4). */
  readonly isLoading: boolean;
  readonly user: IdentityUser | null;
  /** Undefined until the server has told it, and for visitors. */
  readonly role: Role | undefined;
  /** The server could not be asked, and is asked again. */
  readonly isReconnecting: boolean;
  /** How the session before ended: by the server's refusal, or because the person logged out. */
  readonly ended: "lost" | "logout" | undefined;
}

export const visitor: Session = {
  isLoading: false,
  user: null,
  role: undefined,
  isReconnecting: false,
  ended: undefined,
};
