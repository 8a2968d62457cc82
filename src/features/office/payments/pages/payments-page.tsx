import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { FilterForm } from "../../../../ui/filter-form.tsx";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { DownloadButton } from "../../../../ui/download-button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { Table } from "../../../../ui/table.tsx";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { AdminList } from "../../../shared/admin-list.tsx";
import { paymentsQuery } from "../../../shared/admin-queries.ts";
import { wordsIn } from "../../../shared/list-url.ts";
import { type CollectedPayment, paymentColumns } from "./payment-columns.tsx";
import type { RefundOutcome, RefundablePayment } from "./refund-dialog.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";

const RefundDialog = lazyPart(() => import("./refund-dialog.tsx"));
const RefundRequests = lazyPart(() => import("./refund-requests.tsx"));
const UnknownPayments = lazyPart(() => import("./unknown-payments.tsx"));
const RepaidDialog = lazyPart(() => import("./repaid-dialog.tsx"));

export const meta = () => [{ title: "Payments · Senga" }];

const pageSize = 25;

export default function PaymentsPage(): ReactNode {
  const admin = useGuard("admin");
  return admin && <Payments />;
}

interface Done {
  readonly payment: RefundablePayment;
  readonly outcome: RefundOutcome | "repaid";
}

const doneTitles: Record<Done["outcome"], string> = {
  refunded: "Payment Refunded",
  pending: "Refund Under Way",
  failed: "Refund Failed",
  repaid: "Marked as Paid Back",
};

function doneWords({ payment, outcome }: Done): string {
  const amount = `$${formatAmount(payment.total - payment.refundedAmount)}`;
  switch (outcome) {
    case "refunded":
      return `${amount} is on its way to ${payment.studentName}, who has been emailed.`;
    case "pending":
      return "The payment service hasn’t finished it yet. We’ll keep trying until the money is returned; you don’t need to do anything.";
    case "failed":
      return "The payment service turned it down. The list says why, and you can try again or pay the student back another way.";
    case "repaid":
      return `${payment.studentName} has been emailed.`;
  }
}

function Payments(): ReactNode {
  const [asked, setAsked] = useState<RefundablePayment>();
  const [repaid, setRepaid] = useState<CollectedPayment>();
  const [done, setDone] = useState<Done>();
  return (
    <>
      <div className="list-head">
        <h1 tabIndex={-1}>Payments</h1>
        <Export />
      </div>
      <Suspense>
        <UnknownPayments />
      </Suspense>
      <Suspense>
        <RefundRequests onRefund={setAsked} />
      </Suspense>
      <FilterForm label="Payments" placeholder="Student, class or transaction ID" />
      <PaymentList onRefund={setAsked} onRepaid={setRepaid} />
      <Suspense>
        {asked && (
          <RefundDialog
            payment={asked}
            onClose={() => setAsked(undefined)}
            onDecided={(outcome) => {
              setAsked(undefined);
              setDone({ payment: asked, outcome });
            }}
          />
        )}
        {repaid && (
          <RepaidDialog
            payment={repaid}
            onClose={() => setRepaid(undefined)}
            onDone={() => {
              setRepaid(undefined);
              setDone({ payment: repaid, outcome: "repaid" });
            }}
          />
        )}
      </Suspense>
      {done && (
        <Dialog
          title={doneTitles[done.outcome]}
          isSuccess={done.outcome !== "failed"}
          onClose={() => setDone(undefined)}
          actions={<Button onClick={() => setDone(undefined)}>OK</Button>}
        >
          {doneWords(done)}
        </Dialog>
      )}
    </>
  );
}

function Export(): ReactNode {
  const query = { q: wordsIn(useSearchParams()[0]) };
  return (
    <DownloadButton name="payments.csv" fetchFile={() => api.file("GET /admin/export/payments", { query })}>
      Export CSV
    </DownloadButton>
  );
}

interface PaymentListProps {
  readonly onRefund: (payment: CollectedPayment) => void;
  readonly onRepaid: (payment: CollectedPayment) => void;
}

function PaymentList(actions: PaymentListProps): ReactNode {
  const [search] = useSearchParams();
  const query = useQuery(
    paymentsQuery({ limit: pageSize, cursor: search.get("cursor") ?? undefined, q: wordsIn(search) }),
  );
  return (
    <AdminList query={query} noun={["payment", "payments"]} more="Earlier payments">
      {(rows, before) =>
        rows.length > 0 ? (
          <Table
            caption="Payments, newest first"
            columns={paymentColumns({ before, ...actions })}
            rows={rows}
          />
        ) : (
          <EmptyPage
            action={search.size > 0 && <ButtonLink to="/dashboard/payments">Show all payments</ButtonLink>}
          >
            {search.size > 0 ? "No payments match." : "Nobody has paid for a class yet."}
          </EmptyPage>
        )
      }
    </AdminList>
  );
}
