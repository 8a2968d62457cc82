import type { AppContext } from "../../context.ts";
import { ageProblems } from "../../platform/age.ts";
import { Problem, problems as commonProblems } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { defaultPortrait, isPictureUrl } from "../../platform/picture-url.ts";
import { readAge } from "../../platform/read-age.ts";
import { type AskedGuardian, askGuardian, countGuardianMail, ownEmailAsGuardian } from "./ask-guardian.ts";
import { findUserId } from "./find-user-id.ts";
import type { IdentityClaims } from "./identity-token.ts";
import type { OnPersonChange } from "./person-change.ts";
import { users } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "guardianLinks" | "identity" | "rateLimiter" | "settings">;

export interface Registration {
  readonly name: string;
  readonly image: string;
  readonly adult?: boolean | undefined;
  readonly born?: string | undefined;
  readonly guardianEmail?: string | undefined;
}

/** The provider does not guarantee a displayable picture URL. */
const displayableUrl = (url: string): string | undefined => (isPictureUrl(url) ? url : undefined);

/**
 * The only place that makes a record, and it makes none without an answer about the age: a sign-up by form, by Google
 * and by API end here. Throws other-email, email-claimed, age-needed, too-young, invalid-input, too-many-requests.
 */
export async function registerUser(
  context: Context,
  claims: IdentityClaims,
  registration: Registration,
  onPersonChange: OnPersonChange,
): Promise<{ id: string; isNew: boolean }> {
  const knownId = await findUserId(context, claims, onPersonChange);
  if (knownId) return { id: knownId, isNew: false };
  const guardian = await readGuardian(context, claims, registration);
  const user = {
    id: newId(),
    name: registration.name,
    email: claims.email,
    image: registration.image || displayableUrl(claims.picture) || defaultPortrait,
    role: "student",
    identityIssuer: claims.issuer,
    identitySubject: claims.subject,
    createdAt: context.clock.now(),
  } as const;
  const isNew = await context.db.transaction(async (tx) => {
    const inserted = await tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
    if (inserted.length === 0) return false;
    if (guardian) await askGuardian(tx, context, user, guardian);
    return true;
  });
  if (isNew) return { id: user.id, isNew };
  const otherId = await findUserId(context, claims, onPersonChange);
  if (!otherId) throw new Error("A record that stood in the way of a new one is gone");
  return { id: otherId, isNew };
}

async function readGuardian(
  context: Context,
  claims: IdentityClaims,
  { adult, born, guardianEmail }: Registration,
): Promise<AskedGuardian | undefined> {
  try {
    const adultOn = readAge({ adult, born }, context.clock.now());
    if (!adultOn) return undefined;
    if (!guardianEmail) throw noGuardian();
    if (guardianEmail === claims.email) throw ownEmailAsGuardian();
    await countGuardianMail(context, guardianEmail);
    return { email: guardianEmail, adultOn };
  } catch (error) {
    // A child who came by Google has an identity already.
    const isChild = error instanceof Problem && error.type === ageProblems.tooYoung;
    if (isChild) await context.identity.removeAccount(claims);
    throw error;
  }
}

function noGuardian(): Problem {
  const message = "Enter your parent's or guardian's email";
  return new Problem(commonProblems.invalidInput, message, [{ field: "guardianEmail", message }]);
}
