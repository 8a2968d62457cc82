import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "../../../../ui/button.tsx";
import { SuccessDialog } from "../../../../ui/dialog.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { FilterForm } from "../../../../ui/filter-form.tsx";
import { Table } from "../../../../ui/table.tsx";
import { useGuard } from "../../../../access/use-guard.ts";
import { AdminList } from "../../../shared/admin-list.tsx";
import { certificatesQuery } from "../../../shared/admin-queries.ts";
import { type IssuedCertificate, certificateColumns } from "./certificate-columns.tsx";
import { wordsIn } from "../../../shared/list-url.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";

export const meta = () => [{ title: "Certificates · Senga" }];

const pageSize = 25;

export default function CertificatesPage(): ReactNode {
  const admin = useGuard("admin");
  return admin && <Certificates />;
}

function Certificates(): ReactNode {
  const [search] = useSearchParams();
  const [asked, setAsked] = useState<IssuedCertificate>();
  const [done, setDone] = useState<IssuedCertificate>();
  const query = useQuery(
    certificatesQuery({ limit: pageSize, cursor: search.get("cursor") ?? undefined, q: wordsIn(search) }),
  );
  return (
    <>
      <h1 tabIndex={-1}>Certificates</h1>
      <FilterForm label="Certificates" placeholder="Number, name on it, or class" />
      <AdminList query={query} noun={["certificate", "certificates"]} more="Earlier certificates">
        {(rows, before) =>
          rows.length > 0 ? (
            <Table
              caption="Certificates, newest first"
              columns={certificateColumns({ before, onRevoke: setAsked })}
              rows={rows}
            />
          ) : (
            <EmptyPage
              action={
                search.size > 0 && <ButtonLink to="/dashboard/certificates">Show all certificates</ButtonLink>
              }
            >
              {search.size > 0 ? "No certificates match." : "Nobody has finished a class yet."}
            </EmptyPage>
          )
        }
      </AdminList>
      {asked && (
        <RevokeDialog
          certificate={asked}
          onClose={() => setAsked(undefined)}
          onRevoked={() => {
            setAsked(undefined);
            setDone(asked);
          }}
        />
      )}
      {done && (
        <SuccessDialog title="Certificate Taken Back" onClose={() => setDone(undefined)}>
          {done.student.name} has been emailed. The certificate's page and every verifier say so from now on.
        </SuccessDialog>
      )}
    </>
  );
}
