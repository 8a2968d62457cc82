import { Link } from "react-router";
import type { CallAnswer } from "../../../../http/contract.ts";
import { Button } from "../../../../ui/button.tsx";
import type { Column } from "../../../../ui/table.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import type { certificatesContract } from "../contract.ts";
import { spacedNumber } from "../effort-words.ts";

export type IssuedCertificate = CallAnswer<(typeof certificatesContract)["GET /admin/certificates"]>[number];

interface CertificateActions {
  readonly before: number;
  readonly onRevoke: (certificate: IssuedCertificate) => void;
}

export const certificateColumns = ({
  before,
  onRevoke,
}: CertificateActions): readonly Column<IssuedCertificate>[] => [
  { title: "#", kind: "index", cell: (_, index) => before + index + 1 },
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
  { title: "Name on it", cell: ({ name }) => name },
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
  { title: "Issued", cell: ({ issuedAt }) => <Moment at={issuedAt} /> },
  {
    title: "Status",
    cell: (certificate) =>
      certificate.revokedAt ? (
        <>
          Taken back <Moment at={certificate.revokedAt} />: {certificate.revokedWhy}
        </>
      ) : (
        <Button look="quiet" size="small" onClick={() => onRevoke(certificate)}>
          Take back
          <span className="visually-hidden"> the certificate of {certificate.student.name}</span>
        </Button>
      ),
  },
];
