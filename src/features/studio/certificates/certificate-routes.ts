import { gzipSync } from "node:zlib";
import { and, eq, isNotNull } from "drizzle-orm";
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import type { ResponseCache } from "../../../http/response-cache.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import {
  keyUrl,
  dateTime,
  didOf,
  legacyStatusListUrl,
  signCredential,
  statusListUrl,
  jwtType,
  pageUrl,
} from "./credential.ts";
import { type PublicKeys, type SigningKey, currentKey, listKeysToPublish } from "./issuer-keys.ts";
import { signLegacyStatusList } from "./legacy-status-list.ts";
import { certificates, statusLists } from "./tables.ts";
import { placesInList } from "./issue-certificates.ts";
import { problems } from "./policy.ts";
import { type SignedCertificate, readCertificate } from "./read-certificate.ts";

/** Verifiers that know a DID's first context process the document without the others. */
const contexts = [
  "https://www.w3.org/ns/did/v1",
  "https://w3id.org/security/multikey/v1",
  "https://w3id.org/security/jwk/v1",
];

/** https://www.w3.org/TR/cid-1.0/ */
function didDocumentOf(did: string, keys: readonly PublicKeys[]) {
  const methods = keys.flatMap(({ jwk, publicKey }) => [
    ...(jwk
      ? [{ id: keyUrl(did, jwk.kid), type: "JsonWebKey", controller: did, publicKeyJwk: jwk } as const]
      : []),
    { id: keyUrl(did, publicKey), type: "Multikey", controller: did, publicKeyMultibase: publicKey } as const,
  ]);
  return {
    "@context": contexts,
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}

type Context = Pick<AppContext, "clock" | "db" | "settings">;

const statusListCacheSeconds = 30;

/** Incremented with each revocation. Undefined for an unknown list. */
async function readListRevision(db: Database, number: number): Promise<number | undefined> {
  const [list] = await db
    .select({ revision: statusLists.revision })
    .from(statusLists)
    .where(eq(statusLists.number, number));
  return list?.revision;
}

/** https://www.w3.org/TR/vc-bitstring-status-list/ */
async function signStatusList(context: Context, number: number, key: SigningKey): Promise<string> {
  const { id, issuer, validFrom, ...list } = await readStatusList(context, number, statusListUrl);
  return signCredential(
    {
      "@context": ["https://www.w3.org/ns/credentials/v2"],
      id,
      type: ["VerifiableCredential", "BitstringStatusListCredential"],
      issuer: { id: issuer },
      validFrom,
      credentialSubject: {
        id: `${id}#list`,
        type: "BitstringStatusList",
        statusPurpose: "revocation",
        ...list,
      },
    },
    key,
  );
}

/** For certificates from before JWTs. */
async function signJsonStatusList(context: Context, number: number, key: SigningKey): Promise<string> {
  const list = await readStatusList(context, number, legacyStatusListUrl);
  return JSON.stringify(signLegacyStatusList(list, key.ed25519));
}

async function readStatusList(
  { clock, db, settings: { origin } }: Context,
  number: number,
  urlOf: (origin: string, number: number) => string,
) {
  // In a transaction, because a replica may lag.
  const revoked = await db.transaction((tx) =>
    tx
      .select({ place: certificates.statusIndex })
      .from(certificates)
      .where(and(eq(certificates.statusList, number), isNotNull(certificates.revokedAt))),
  );
  const bits = Buffer.alloc(placesInList / 8);
  for (const { place } of revoked) bits[place >> 3]! |= 0x80 >> (place & 7);
  return {
    id: urlOf(origin, number),
    issuer: didOf(origin),
    validFrom: dateTime(clock.now()),
    /** Milliseconds. */
    ttl: statusListCacheSeconds * 1000,
    encodedList: `u${gzipSync(bits).toString("base64url")}`,
  };
}

type Params = { Params: { number: string } };
type ListParams = { Params: { list: string } };
const json = "application/json; charset=utf-8";
const forVerifiers = {
  "cache-control": `public, max-age=${statusListCacheSeconds}`,
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

/** Open to other origins, because verifiers run in browsers of other sites. */
export async function mountCertificates(
  app: FastifyInstance,
  context: AppContext,
  cache: ResponseCache,
  count: CountRequest,
): Promise<void> {
  const { origin } = context.settings;
  const sendList = async (
    request: FastifyRequest<ListParams>,
    reply: FastifyReply,
    type: string,
    sign: typeof signStatusList,
  ) => {
    const list = Number(request.params.list);
    const revision = await readListRevision(context.db, list);
    if (revision === undefined) throw new Problem(commonProblems["not-found"]);
    const key = await currentKey(context);
    return cache.send(
      request,
      reply,
      { name: `status list ${list} ${revision} ${key.id} ${type}` },
      async () => ({
        status: 200,
        headers: { ...forVerifiers, "content-type": type },
        body: await sign(context, list, key),
        cacheTags: [],
      }),
    );
  };

  const sendFile = async (
    request: FastifyRequest<Params>,
    reply: FastifyReply,
    { type, extension, draw }: CertificateFile,
  ) => {
    const certificate = await readCertificate(context, request.params.number);
    if (certificate.revokedAt) throw new Problem(problems["certificate-revoked"]);
    const content = JSON.stringify([certificate.jwt, certificate.shownName]);
    const version = createHash("sha256").update(content).digest("base64url");
    return cache.send(
      request,
      reply,
      { name: `certificate ${certificate.number} ${extension} ${version}` },
      async () => ({
        status: 200,
        headers: {
          "content-type": type,
          "cache-control": "private, no-cache",
          "x-robots-tag": "noindex, noai, noimageai",
          // For the picture's own fonts and styles.
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox",
          ...(extension === "pdf" && {
            "content-disposition": `attachment; filename="senga-${certificate.number}.pdf"`,
          }),
        },
        body: await draw(certificate, pageUrl(origin, certificate.number)),
        cacheTags: [],
      }),
    );
  };

  await app.register(async (scope) => {
    scope.addHook("onRequest", count);
    scope.get("/.well-known/did.json", async (_request, reply) => {
      const document = didDocumentOf(didOf(origin), await listKeysToPublish(context));
      return reply.headers({ ...forVerifiers, "content-type": json }).send(JSON.stringify(document));
    });
    scope.get<ListParams>("/certificates/status/:list(^\\d{1,6}$)", (request, reply) =>
      sendList(request, reply, json, signJsonStatusList),
    );
    scope.get<ListParams>("/certificates/status/:list(^\\d{1,6}).jwt", (request, reply) =>
      sendList(request, reply, jwtType, signStatusList),
    );
    // The URL from before JWTs.
    scope.get<Params>("/certificates/:number/credential.json", (_request, reply) =>
      reply.header("access-control-allow-origin", "*").redirect("credential.jwt", 301),
    );
    scope.get<Params>("/certificates/:number/credential.jwt", async (request, reply) => {
      const { number, jwt } = await readCertificate(context, request.params.number);
      return reply
        .headers({
          "content-type": jwtType,
          "cache-control": "private, no-cache",
          "x-robots-tag": "noindex",
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
          "content-disposition": `attachment; filename="senga-${number}.jwt"`,
        })
        .send(jwt);
    });
    scope.get<Params>("/certificates/:number/certificate.svg", (request, reply) =>
      sendFile(request, reply, svgFile),
    );
    scope.get<Params>("/certificates/:number/certificate.pdf", (request, reply) =>
      sendFile(request, reply, pdfFile),
    );
  });
}

interface CertificateFile {
  readonly type: string;
  readonly extension: string;
  readonly draw: (certificate: SignedCertificate, url: string) => Promise<string | Buffer>;
}

const svgFile: CertificateFile = {
  type: "image/svg+xml; charset=utf-8",
  extension: "svg",
  draw: async (certificate, url) => {
    const { drawSvg } = await import("./draw-certificate.ts");
    return drawSvg({ ...certificate, name: certificate.shownName, url }, certificate.jwt);
  },
};

const pdfFile: CertificateFile = {
  type: "application/pdf",
  extension: "pdf",
  draw: async (certificate, url) => {
    const { drawPdf } = await import("./draw-certificate.ts");
    const { issuedAt, jwt, shownName } = certificate;
    return drawPdf({ ...certificate, name: shownName, url }, jwt, issuedAt);
  },
};
