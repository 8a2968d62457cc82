import { eq } from "drizzle-orm";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { isCode, readCode } from "../../../platform/ids.ts";
import { type Credential, didOf, statusListUrl } from "./credential.ts";
import { didDocuments } from "./did-document.ts";
import { listTrustedKeys } from "./issuer-keys.ts";
import { numberLength } from "./policy.ts";
import { problems } from "./problems.ts";
import { shownNameOf } from "./shown-name.ts";
import { type Certificate, type SigningContext, signCertificate } from "./sign-certificates.ts";
import { issuerOf, readStatusList } from "./status-list.ts";
import { certificates } from "./tables.ts";

export type SignedCertificate = Certificate & {
  readonly credential: Credential;
  readonly shownName: string | null;
};

const maxTries = 5;

/**
 * Signed as it is to be shown now: a name that was hidden a moment ago, by the student or by a guardian, is not in it.
 * `number` as somebody typed it. Throws certificate-not-found, overloaded.
 */
export async function readCertificate(context: SigningContext, number: string): Promise<SignedCertificate> {
  const { db } = context;
  const code = readCode(number);
  if (!isCode(code, numberLength)) throw new Problem(problems.noSuchCertificate);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [certificate] = await db.select().from(certificates).where(eq(certificates.number, code));
    if (!certificate) throw new Problem(problems.noSuchCertificate);
    const shownName = await shownNameOf(db, context, certificate);
    const { credential, signAt } = certificate;
    if (credential && !signAt && isCurrent(context, credential, shownName))
      return { ...certificate, credential, shownName };
    await signCertificate(context, certificate);
  }
  throw new Problem(commonProblems.overloaded);
}

const isCurrent = (
  { settings }: Pick<SigningContext, "settings">,
  credential: Credential,
  shownName: string | null,
): boolean =>
  issuerOf(credential) === didOf(settings.origin) &&
  (credential.credentialSubject["name"] ?? null) === shownName;

export interface Check {
  /** Signed by a key that the school still publishes, and unchanged since. */
  readonly isGenuine: boolean;
  readonly isRevoked: boolean;
  readonly checkedAt: Date;
}

/** What a stranger's software would find, by the same documents, but without asking the network for them. */
export async function checkCertificate(
  context: SigningContext,
  { credential, statusList }: SignedCertificate,
): Promise<Check> {
  const { clock, db, settings } = context;
  const list = await readStatusList(context, statusList);
  const documents = didDocuments(didOf(settings.origin), await listTrustedKeys(db));
  documents.set(statusListUrl(settings.origin, statusList), list);
  const { verify } = await import("./proof-suites.ts");
  const checkedAt = clock.now();
  return { ...(await verify(credential, documents, checkedAt)), checkedAt };
}
