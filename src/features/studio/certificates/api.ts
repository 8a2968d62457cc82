import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { chooseName } from "./choose-name.ts";
import type { certificatesContract } from "./contract.ts";
import { didOf, isReachable } from "./credential.ts";
import { listCertificates, readOwnCertificate } from "./queries.ts";
import { checkCertificate, readCertificate } from "./read-certificate.ts";
import { revokeCertificate } from "./revoke-certificate.ts";

export function certificatesApi(context: AppContext): Handlers<typeof certificatesContract, CallerFor> {
  const { origin } = context.settings;
  return {
    "GET /certificates/{number}": async ({ params: { number } }) => {
      const certificate = await readCertificate(context, number);
      const { shownName, ...facts } = certificate;
      return {
        number: facts.number,
        name: shownName,
        className: facts.className,
        instructorName: facts.instructorName,
        effort: facts.effort,
        finishedAt: facts.finishedAt,
        issuedAt: facts.issuedAt,
        revokedAt: facts.revokedAt,
        issuer: didOf(origin),
        check: await checkCertificate(context, certificate),
        isReachable: isReachable(origin),
      };
    },
    "GET /learning/{email}/class/{classId}/certificate": ({ caller, params }) =>
      readOwnCertificate(context, caller, params.classId),
    "PATCH /learning/{email}/class/{classId}/certificate": async ({ caller, params, body }) => {
      await chooseName(context, caller, params.classId, body);
      return { isSaved: true };
    },
    "GET /admin/certificates": async ({ query }) => {
      const page = await listCertificates(context.db, query);
      return {
        ...page,
        rows: page.rows.map(({ id, studentName, studentEmail, ...row }) => ({
          _id: id,
          student: { name: studentName, email: studentEmail },
          ...row,
        })),
      };
    },
    "POST /admin/certificates/{id}/revoke": async ({ caller, params: { id }, body: { reason } }) => {
      await revokeCertificate(context, caller, id, reason);
      return { isRevoked: true };
    },
  };
}
