import { ApiError } from "../../../../http/client.ts";
import { type IdentityUser, IdentityError, identity } from "../../../../identity/client.ts";
import { isTooYoung as isUnderage } from "../../../../platform/age.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { toast } from "../../../../ui/toast.tsx";
import { isTooYoung } from "./age-field.tsx";
import { type Age, openSession, registerRecord, whileLoading } from "../../../../access/session.ts";
import { Dialog } from "../../../../ui/dialog.tsx";

interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly photoURL: string;
}

const childKey = "too-young";

/** A child's name and email are not even sent. The first answer stays while the tab is open. */
function isChild(age: Age): boolean {
  const isSaid = "born" in age && isUnderage(age.born, systemClock.now());
  try {
    if (isSaid) sessionStorage.setItem(childKey, "yes");
    return isSaid || sessionStorage.getItem(childKey) !== null;
  } catch {
    // Storage is unavailable: signing in reports it.
    return isSaid;
  }
}

/** Specification, section 4. Resumes an interrupted sign-up; a complete account with this password is logged in. */
export async function signUp(
  { name, email, password, photo }: Record<"name" | "email" | "password" | "photo", string>,
  age: Age,
): Promise<"created" | "logged-in" | "too-young"> {
  if (isChild(age)) return "too-young";
  const account = { name: name.trim(), email: email.trim(), password, photoURL: photo.trim() };
  try {
    return await createOrResume(account, age);
  } catch (error) {
    if (isTooYoung(error)) return "too-young";
    throw error;
  }
}

async function createOrResume(account: Account, age: Age): Promise<"created" | "logged-in"> {
  const { name, email, photoURL } = account;
  const existingUser = await whileLoading(async () => {
    const signedInUser = await createAccount(account, age);
    const id = await register({ email, displayName: name, photoURL, emailVerified: false }, age);
    if (signedInUser && id === null) return signedInUser;
    await identity.signOut().catch(() => {
      // The login page handles a user who is still signed in.
    });
    return undefined;
  });
  if (!existingUser) return "created";
  await openSession(existingUser);
  toast("Your account is ready, and you’re logged in.");
  return "logged-in";
}

async function createAccount(account: Account, age: Age): Promise<IdentityUser | undefined> {
  try {
    // Only the record has a guardian.
    await identity.signUp({ ...account, ...("born" in age ? { born: age.born } : age) });
    return undefined;
  } catch (emailTaken) {
    if (!(emailTaken instanceof IdentityError) || emailTaken.code !== "email-already-in-use")
      throw emailTaken;
    return identity.signIn(account).catch((error: unknown) => {
      throw error instanceof IdentityError && error.status === 401 ? emailTaken : error;
    });
  }
}

async function register(user: IdentityUser, age: Age): Promise<string | null> {
  try {
    return await registerRecord(user, age);
  } catch (cause) {
    // Field errors are shown by the form; a child has no account.
    if (cause instanceof ApiError && (cause.fields.length > 0 || isTooYoung(cause))) throw cause;
    const isRefused = cause instanceof ApiError && cause.status >= 400 && cause.status < 500;
    throw new Error(
      isRefused
        ? `Your account has been created, but one step is missing. ${cause.message}`
        : "Your account has been created, but the last step didn’t go through. Press “Create account” again to finish.",
      { cause },
    );
  }
}

/** Specification, section 5 fixes the text. */
export function MismatchDialog({ onClose }: { readonly onClose: () => void }) {
  return <Dialog title="confrim password didn't match" onClose={onClose} />;
}
