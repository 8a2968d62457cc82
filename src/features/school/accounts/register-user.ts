import { newId } from "../../../platform/ids.ts";
import { defaultPortrait, isPictureUrl } from "../../../platform/picture-url.ts";
import { askGuardian } from "../guardians/ask-guardian.ts";
import { findUserId } from "./find-user-id.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import { type AgeContext, answerAge, readRegistrationAge } from "./registration-age.ts";
import { users } from "../../../access/tables.ts";

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
 * The only place that makes a record. One whose age is not known yet takes the answer.
 * Throws other-email, email-claimed, too-young, guardian-needed, invalid-input, too-many-requests.
 */
export async function registerUser(
  context: AgeContext,
  claims: IdentityClaims,
  registration: Registration,
): Promise<{ id: string; isNew: boolean }> {
  const knownId = await findUserId(context, claims);
  if (knownId) {
    await answerAge(context, claims, knownId, registration);
    return { id: knownId, isNew: false };
  }
  const { isAgeKnown, guardian } = await readRegistrationAge(context, claims, registration);
  const user = {
    id: newId(),
    name: registration.name,
    email: claims.email,
    image: registration.image || displayableUrl(claims.picture) || defaultPortrait,
    role: "student",
    identityIssuer: claims.issuer,
    identitySubject: claims.subject,
    createdAt: context.clock.now(),
    isAgeKnown,
  } as const;
  const isNew = await context.db.transaction(async (tx) => {
    const inserted = await tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
    if (inserted.length === 0) return false;
    if (guardian) await askGuardian(tx, context, user, guardian);
    return true;
  });
  if (isNew) return { id: user.id, isNew };
  const otherId = await findUserId(context, claims);
  if (!otherId) throw new Error("The record that conflicted with a new one is gone");
  return { id: otherId, isNew };
}

/** The record of a sign-up that broke off, from what the identity says. Throws what `registerUser` throws. */
export async function resumeRegistration(context: AgeContext, claims: IdentityClaims): Promise<string> {
  const name = claims.name
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 100);
  const [mailbox = ""] = claims.email.split("@");
  const registration = { name: name || mailbox, image: "" };
  return (await registerUser(context, claims, registration)).id;
}
