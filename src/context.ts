import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { accountClaimed } from "./access/events.ts";
import {
  createGuardianLinks,
  createMailLinks,
  createAccessTokens,
  createMediaTokens,
} from "./access/tokens.ts";
import { createIdentityVerifier } from "./access/identity-token.ts";
import { createMailGateway } from "./gateways/mail.ts";
import { openStorage } from "./gateways/storage.ts";
import { createStripeGateway } from "./gateways/stripe.ts";
import { createIdentityService } from "./identity/service.ts";
import { listeners } from "./features.ts";
import { openDatabase, sandboxMigrations, schoolMigrations } from "./open-database.ts";
import { createInvalidation } from "./platform/invalidation.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import type { OpenDatabase } from "./platform/database.ts";
import { createEmit } from "./platform/events.ts";
import { type ProcessMarks, markBucket, markFolder, markSecret } from "./platform/process-marks.ts";
import { enqueueMail } from "./platform/outbox.ts";
import { createRateLimiter } from "./platform/rate-limiter.ts";
import { createSeal, deriveKeysFrom, readOrMakeSecret } from "./platform/secrets.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Settings } from "./settings/settings.ts";

export type AppContext = Awaited<ReturnType<typeof createContext>>;

/** For operations that call each other in one transaction, so that each of them can emit an event. */
export type WriteContext = Pick<AppContext, "clock" | "emit" | "invalidation" | "settings">;

export async function createContext(settings: Settings, log: FastifyBaseLogger, clock: Clock = systemClock) {
  const database = await openDatabase(settings, log, {
    marks: settings.postgres && markProcess(settings),
  });
  try {
    return await buildContext(settings, log, clock, database);
  } catch (error) {
    // An open database keeps the process alive and the data folder locked.
    await database.close();
    throw error;
  }
}

/** What all processes of a site must share. */
function markProcess({ dataDir, s3, secret }: Settings): ProcessMarks {
  return {
    secret: markSecret(secret ?? readOrMakeSecret(dataDir)),
    uploads: markFolder(join(dataDir, "uploads")),
    pictures: s3 ? markBucket(s3) : markFolder(join(dataDir, "pictures")),
  };
}

export async function buildContext(
  settings: Settings,
  log: FastifyBaseLogger,
  clock: Clock,
  database: OpenDatabase,
) {
  const deriveKey = deriveKeysFrom(settings.secret ?? readOrMakeSecret(settings.dataDir));
  const { db } = database;

  const usesOpenIdSandbox = !settings.google && settings.usesSandboxes;
  const usesSandbox = !settings.smtpUrl || !settings.stripe || usesOpenIdSandbox;
  await database.migrate([...schoolMigrations, ...(usesSandbox ? [sandboxMigrations] : [])]);

  const storage = await openStorage(join(settings.dataDir, "pictures"), settings.s3);
  const uploads = await openStorage(join(settings.dataDir, "uploads"), undefined);
  const invalidation = await createInvalidation(database);
  // Registered first: a rendering that follows a change must not read older data from the replica.
  invalidation.onInvalidate(() => database.noteChange?.());
  const mailbox = settings.smtpUrl
    ? undefined
    : await (await import("../sandbox/smtp/mailbox.ts")).createSmtpSandbox({ db, clock, log });
  const sandbox = settings.stripe
    ? undefined
    : await (
        await import("../sandbox/stripe/sandbox.ts")
      ).createStripeSandbox({
        db,
        clock,
        log,
        deriveKey,
        webhookUrl: settings.sandboxes.stripeWebhookUrl ?? `${settings.internalOrigin}/api/stripe/webhook`,
      });
  const openIdSandbox = usesOpenIdSandbox
    ? (await import("../sandbox/openid/google.ts")).createOpenIdSandbox({
        db,
        deriveKey,
        origin: settings.origin,
        internalOrigin: settings.internalOrigin,
      })
    : undefined;
  const jobsSandbox =
    settings.usesSandboxes && settings.realServices.length === 0
      ? (await import("../sandbox/jobs.ts")).createJobsSandbox()
      : undefined;

  const sandboxes: readonly Sandbox[] = [sandbox, openIdSandbox, mailbox, jobsSandbox].filter(
    (each) => each !== undefined,
  );

  const stripe = createStripeGateway(
    settings.stripe ?? {
      ...sandbox!.keys,
      apiUrl: settings.sandboxes.stripeUrl ?? sandbox!.apiUrl,
      scriptUrl: sandbox!.scriptUrl,
    },
    clock,
  );
  const mail = createMailGateway({
    smtpUrl: settings.smtpUrl ?? settings.sandboxes.smtpUrl ?? mailbox!.smtpUrl,
    from: settings.mailFrom,
    supportEmail: settings.supportEmail,
  });
  const rateLimiter = createRateLimiter(
    db,
    deriveKey("rate limits").toString("hex"),
    settings.rateLimitFactor,
  );
  const emit = createEmit(listeners, { clock, invalidation });
  const identity = createIdentityService({
    db,
    log,
    secret: deriveKey("identity").toString("hex"),
    origin: settings.origin,
    issuer: `${settings.origin}/identity`,
    audience: settings.origin,
    trustedOrigins: [settings.origin, ...settings.allowedOrigins],
    google: settings.google ?? openIdSandbox?.client,
    rateLimiter,
    releaseRecord: (account) => db.transaction((tx) => emit(tx, accountClaimed, account)),
    sendMail: async (message) => {
      await enqueueMail(db, clock, message);
    },
  });

  return {
    settings,
    log,
    clock,
    db,
    database,
    invalidation,
    emit,
    accessTokens: createAccessTokens(deriveKey("access tokens"), settings.origin, clock),
    certificateSeal: createSeal(deriveKey("certificates")),
    exportSeal: createSeal(deriveKey("account exports")),
    mediaTokens: createMediaTokens(deriveKey("media"), settings.origin, clock),
    mailLinks: createMailLinks(deriveKey("mail links")),
    guardianLinks: createGuardianLinks(deriveKey("guardians")),
    verifyIdentity: createIdentityVerifier(settings.identity, clock),
    stripe,
    mail,
    storage,
    uploads,
    identity,
    rateLimiter,
    stripeSandbox: sandbox,
    jobsSandbox,
    sandboxes,
    close: async (): Promise<void> => {
      // Closes its connections to the mailbox first.
      mail.close();
      for (const each of sandboxes) await each.close?.();
      await invalidation.close();
      await database.close();
    },
  };
}
