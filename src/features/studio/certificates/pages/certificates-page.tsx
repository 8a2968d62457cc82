import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { FilterForm } from "../../../../ui/filter-form.tsx";
import type { Column } from "../../../../ui/table.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type Row, apiPageQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { type Decision, useDecision } from "../../../shared/decision.tsx";
import { ListPage } from "../../../shared/list-page.tsx";
import { refetchInterval, wordsIn } from "../../../shared/list-query.ts";
import { spacedNumber, maxReasonLength, messages } from "../policy.ts";

type Certificate = Row<"GET /admin/certificates">;

export const meta = () => [{ title: "Certificates · Senga" }];

export default function CertificatesPage() {
  const [dialog, decide] = useDecision();
  return (
    <>
      <ListPage
        title="Certificates"
        noun={["certificate", "certificates"]}
        query={(page, search) => ({
          ...apiPageQuery("GET /admin/certificates", { query: { ...page, q: wordsIn(search) } }),
          refetchInterval,
        })}
        columns={columns((certificate) => decide(revocationOf(certificate)))}
        nameOf={({ student, className }) => `${student.name} for ${className}`}
        more="Earlier certificates"
        empty="No one has finished a class yet."
      >
        <FilterForm label="Certificates" placeholder="Number, name on it, or class" />
      </ListPage>
      {dialog}
    </>
  );
}

const columns = (onRevoke: (certificate: Certificate) => void): readonly Column<Certificate>[] => [
  { title: "#", kind: "index", cell: (_, index) => index + 1 },
  {
    title: "Certificate",
    kind: "title",
    cell: ({ number, className }) => (
      <>
        {className}
        <br />
        <Link to={`/certificates/${number}`}>{spacedNumber(number)}</Link>
      </>
    ),
  },
  { title: "Name on it", place: "under", cell: ({ name }) => name },
  {
    title: "Student",
    cell: ({ student: { name, email } }) => (
      <>
        {name}
        <br />
        <a href={`mailto:${email}`}>{email}</a>
      </>
    ),
  },
  { title: "Issued", place: "corner", cell: ({ issuedAt }) => <Moment at={issuedAt} /> },
  {
    title: "Status",
    place: "below",
    cell: (certificate) =>
      certificate.revokedAt ? (
        <>
          Revoked <Moment at={certificate.revokedAt} />: {certificate.revokedWhy}
        </>
      ) : (
        <Button look="quiet" size="small" onClick={() => onRevoke(certificate)}>
          Revoke <span className="visually-hidden"> the certificate of {certificate.student.name}</span>
        </Button>
      ),
  },
];

const revocationOf = ({ _id: id, student, className }: Certificate): Decision => ({
  effect: `${student.name}’s certificate for “${className}” will fail every check from now on. This can’t be undone.`,
  confirm: "Yes, Revoke It!",
  busy: "Revoking…",
  text: {
    label: "Reason",
    hint: `Emailed to ${student.name} and kept in the audit log.`,
    rows: 3,
    maxLength: maxReasonLength,
    missing: messages.noReason,
  },
  run: async (reason) => {
    await api("POST /admin/certificates/{id}/revoke", { params: { id }, body: { reason } });
    return {
      title: "Certificate Revoked",
      text: `${student.name} has been emailed. The certificate’s page and every verifier show it from now on.`,
    };
  },
});
