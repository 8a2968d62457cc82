import Fastify from "fastify";
import { afterAll, beforeAll } from "vitest";
import { createMailGateway } from "../../src/gateways/mail.ts";
import { newId } from "../../src/platform/ids.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { OpenDatabase } from "../../src/platform/database.ts";
import { createRateLimiter } from "../../src/platform/rate-limiter.ts";
import { createLog } from "../../src/platform/log.ts";
import { reservePort } from "../../src/platform/reserve-port.ts";
import { deriveKeysFrom } from "../../src/platform/secrets.ts";
import { createOpenIdSandbox } from "../../sandbox/openid/google.ts";
import { createSmtpSandbox } from "../../sandbox/smtp/mailbox.ts";
import { openTestDatabase } from "./database.ts";
import { type IdentityServiceOptions, createIdentityService } from "../../src/identity/service.ts";

export type TestSite = Awaited<ReturnType<typeof openSite>>;

export async function openSite(
  changes: Partial<IdentityServiceOptions> & {
    publicOrigin?: string;
    shared?: OpenDatabase;
    trustProxy?: boolean;
    rateLimitFactor?: number;
  } = {},
) {
  const { publicOrigin, shared, trustProxy = false, rateLimitFactor = 1000, ...options } = changes;
  const log = createLog(process.env.LOG_LEVEL ?? "silent");
  const database = shared ?? (await openTestDatabase(log));
  const reserved = await reservePort("localhost");
  const address = `http://localhost:${reserved.port}`;
  const origin = publicOrigin ?? address;
  const deriveKey = deriveKeysFrom("a secret for tests, the same for every process of one site");
  const mailbox = await createSmtpSandbox({ db: database.db, clock: systemClock, log });
  const mail = createMailGateway({
    smtpUrl: mailbox.smtpUrl,
    from: "Senga <hello@senga.example>",
    supportEmail: "support@senga.example",
  });
  const google = createOpenIdSandbox({ db: database.db, deriveKey, origin, internalOrigin: address });
  const identity = createIdentityService({
    db: database.db,
    log,
    secret: deriveKey("identity").toString("hex"),
    origin,
    issuer: `${origin}/identity`,
    audience: origin,
    trustedOrigins: [origin],
    google: google.client,
    releaseRecord: async () => {},
    sendMail: (message) => mail.send({ id: newId(), ...message }),
    rateLimiter: createRateLimiter(database.db, "a secret for tests", rateLimitFactor),
    ...options,
  });
  const app = Fastify({ forceCloseConnections: true, trustProxy });
  await google.mount(app);
  await mailbox.mount(app);
  await identity.mount(app, async () => {});
  await app.listen({ ...reserved.options });
  reserved.release();
  return {
    origin,
    address,
    identity,
    google,
    database,
    db: database.db,
    mail,
    mailbox,
    visitor: () => new Visitor(origin, address),
    close: async () => {
      await app.close();
      mail.close();
      await mailbox.close();
      if (!shared) await database.close();
    },
  };
}

export function useSite(): { readonly current: TestSite } {
  const holder: { current: TestSite } = { current: undefined as unknown as TestSite };
  beforeAll(async () => {
    holder.current = await openSite();
  });
  afterAll(() => holder.current?.close());
  return holder;
}

/** A cookie jar that follows redirects only on request. */
export class Visitor {
  readonly #origin: string;
  #address: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(origin: string, address = origin) {
    this.#origin = origin;
    this.#address = address;
  }

  /** Switches to another process, as a load balancer does. */
  moveTo(address: string): void {
    this.#address = address;
  }

  get cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.#origin);
    const cookie = [...this.#cookies]
      .filter(([, { path: below }]) => url.pathname.startsWith(below))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const headers = new Headers(init.headers);
    if (cookie) headers.set("cookie", cookie);
    if (init.method === "POST" && !headers.has("origin")) headers.set("origin", this.#origin);
    const response = await fetch(this.#address + url.pathname + url.search, {
      redirect: "manual",
      ...init,
      headers,
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(/; */);
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const attribute = (key: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const isGone =
      attribute("max-age") === "0" || new Date(attribute("expires") ?? "9999-01-01") < new Date("2000-01-01");
    if (isGone) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path: attribute("path") ?? "/" });
  }

  async post(path: string, body: unknown = {}, headers: Record<string, string> = {}) {
    const response = await this.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await json(response) };
  }

  async get(path: string) {
    const response = await this.fetch(path);
    return { status: response.status, headers: response.headers, body: await json(response) };
  }

  async follow(path: string, init?: RequestInit): Promise<{ url: URL; response: Response }> {
    let url = new URL(path, this.#origin);
    let response = await this.fetch(url.href, init);
    for (
      let location = response.headers.get("location");
      location;
      location = response.headers.get("location")
    ) {
      url = new URL(location, url);
      response = await this.fetch(url.href);
    }
    return { url, response };
  }
}

// oxlint-disable-next-line typescript/no-explicit-any
const json = (response: Response): Promise<any> => response.json();
