import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../../context.ts";
import type { ResponseCache } from "../../../http/response-cache.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { didOf, jwtType, pageUrl } from "./credential.ts";
import { didDocumentOf } from "./did-document.ts";
import { currentKey, listKeysToPublish } from "./issuer-keys.ts";
import { problems } from "./problems.ts";
import { type SignedCertificate, readCertificate } from "./read-certificate.ts";
import { readListRevision, signJsonStatusList, signStatusList, statusListAge } from "./status-list.ts";

type Params = { Params: { number: string } };
type ListParams = { Params: { list: string } };
const json = "application/json; charset=utf-8";
const forVerifiers = {
  "cache-control": `public, max-age=${statusListAge}`,
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

/** What software reads, and what is downloaded. Verifiers run in browsers of other sites too. */
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
    if (revision === undefined) throw new Problem(commonProblems.notFound);
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
    if (certificate.revokedAt) throw new Problem(problems.revoked);
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
          "x-robots-tag": "noindex",
          // The picture's own fonts and styles, when it is opened by itself.
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
    // Its address before JWTs.
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
    const { drawSvg } = await import("./draw-svg.ts");
    return drawSvg({ ...certificate, name: certificate.shownName, url }, certificate.jwt);
  },
};

const pdfFile: CertificateFile = {
  type: "application/pdf",
  extension: "pdf",
  draw: async (certificate, url) => {
    const { drawPdf } = await import("./draw-pdf.ts");
    const { issuedAt, jwt, shownName } = certificate;
    return drawPdf({ ...certificate, name: shownName, url }, jwt, issuedAt);
  },
};
