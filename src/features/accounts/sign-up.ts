import { identity } from "../../identity/client.ts";
import { registerRecord, whileLoading } from "./session.ts";

/** Section 4: creates the account, saves its record, and signs out again; the person then logs in. Throws what refused it. */
export const signUp = (account: {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly photoURL: string;
}): Promise<void> =>
  whileLoading(async () => {
    const { name, email, photoURL } = account;
    await identity.signUp(account);
    await registerRecord({ email, displayName: name, photoURL, emailVerified: false });
    await identity.signOut();
  });
