import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { notify } from "../../school/notifications/notify.ts";
import { findConsent } from "../../school/guardians/consent.ts";
import { mayAppear } from "../../school/guardians/state.ts";
import { credentialOf, signCredential } from "./credential.ts";
import { currentKey, lockUnlessStruck } from "./issuer-keys.ts";
import { type SignedCredential, certificates } from "./tables.ts";

export type Certificate = typeof certificates.$inferSelect;
export type SigningContext = Pick<AppContext, "certificateSeal" | "clock" | "db" | "log" | "settings">;

const leaseMilliseconds = 60_000;
const atOnce = 20;

/** Safe in several processes: each leases certificates, and takes over those of a crashed one. */
export async function signCertificates(context: SigningContext, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const leased = await leaseDue(context);
    for (const certificate of leased) {
      if (signal?.aborted) return;
      // The next one may succeed; this one is due again after its lease.
      await signCertificate(context, certificate).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        context.log.error({ certificate: certificate.id, err: error }, "could not sign a certificate");
      });
    }
    if (leased.length < atOnce) return;
  }
}

async function leaseDue({ clock, db }: SigningContext): Promise<Certificate[]> {
  const now = clock.now();
  const due = db
    .select({ id: certificates.id })
    .from(certificates)
    .where(lte(certificates.signAt, now))
    .orderBy(asc(certificates.signAt))
    .limit(atOnce)
    .for("update", { skipLocked: true });
  return db
    .update(certificates)
    .set({ signAt: new Date(now.getTime() + leaseMilliseconds) })
    .where(inArray(certificates.id, due))
    .returning();
}

/** Undefined, and still due, if a concurrent change or a struck key made it obsolete. Makes no network request. */
export async function signCertificate(
  context: SigningContext,
  certificate: Certificate,
): Promise<Certificate | undefined> {
  const { db, settings } = context;
  const shownName = await shownNameOf(db, context, certificate);
  const key = await currentKey(context);
  const jwt = await signCredential(credentialOf(settings.origin, certificate, shownName), key);
  return db.transaction(async (tx) => {
    if (!(await lockUnlessStruck(tx, key.id))) return undefined;
    return store(tx, context, certificate, { credential: { issuer: "", jwt }, keyId: key.id });
  });
}

async function store(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  certificate: Certificate,
  signed: { readonly credential: SignedCredential; readonly keyId: string },
): Promise<Certificate | undefined> {
  const { id, revision, number, studentId, classId } = certificate;
  const [stored] = await tx
    .update(certificates)
    .set({ ...signed, signAt: null })
    .where(and(eq(certificates.id, id), eq(certificates.revision, revision)))
    .returning();
  if (!stored || certificate.keyId) return stored;
  await notify(tx, context, {
    personId: studentId,
    kind: "certificate-issued",
    aboutId: id,
    classId,
    path: `/certificates/${number}`,
  });
  return stored;
}

interface NameChoice {
  readonly studentId: string;
  readonly name: string;
  readonly isNamed: boolean;
}

/** Null if the student hides their name, or is a minor without consent. */
export async function shownNameOf(
  db: Database,
  context: Pick<AppContext, "clock">,
  { studentId, name, isNamed }: NameChoice,
): Promise<string | null> {
  if (!isNamed || name === "") return null;
  return mayAppear(await findConsent(db, context, studentId)) ? name : null;
}
