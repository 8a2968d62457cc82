import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { AddressForm } from "../../ui/address-form.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { SuccessDialog } from "../../ui/dialog.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { formatAmount } from "../../ui/price.tsx";
import { Table } from "../../ui/table.tsx";
import { useGuard } from "../accounts/use-guard.ts";
import { DeskList } from "./desk-list.tsx";
import { paymentsQuery, refetchDesk } from "./desk-queries.ts";
import { wordsIn } from "./list-address.ts";
import { type CollectedPayment, paymentColumns } from "./payment-columns.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

export const meta = () => [{ title: "Payments · Senga" }];

const pageSize = 25;

export default function PaymentsPage(): ReactNode {
  const admin = useGuard("admin");
  return admin && <Payments />;
}

interface Refund {
  readonly payment: CollectedPayment;
  readonly isThrough: boolean;
}

function Payments(): ReactNode {
  const [asked, setAsked] = useState<CollectedPayment>();
  const [done, setDone] = useState<Refund>();
  return (
    <>
      <p className="breadcrumb">
        <Link to="/dashboard/admin-panel">Admin Panel</Link>
      </p>
      <h1 tabIndex={-1}>Payments</h1>
      <AddressForm label="Payments" placeholder="Student, class or transaction ID" />
      <PaymentList onRefund={setAsked} />
      {asked && (
        <RefundDialog
          payment={asked}
          onClose={() => setAsked(undefined)}
          onDecided={(isThrough) => {
            setAsked(undefined);
            setDone({ payment: asked, isThrough });
            void refetchDesk();
          }}
        />
      )}
      {done && (
        <SuccessDialog
          title={done.isThrough ? "Payment Refunded" : "Refund Under Way"}
          onClose={() => setDone(undefined)}
        >
          {done.isThrough
            ? `${done.payment.studentName} gets $${formatAmount(done.payment.total)} back and hears of it by mail.`
            : "The payment service does not take it right now. It is asked again until the money is given back; you need not do anything."}
        </SuccessDialog>
      )}
    </>
  );
}

function PaymentList({ onRefund }: { readonly onRefund: (payment: CollectedPayment) => void }): ReactNode {
  const [search] = useSearchParams();
  const query = useQuery(
    paymentsQuery({ limit: pageSize, cursor: search.get("cursor") ?? undefined, q: wordsIn(search) }),
  );
  return (
    <DeskList query={query} noun={["payment", "payments"]} more="Earlier payments">
      {(rows, before) =>
        rows.length > 0 ? (
          <Table
            caption="Payments, newest first"
            columns={paymentColumns({ before, onRefund })}
            rows={rows}
          />
        ) : (
          <EmptyPage
            action={search.size > 0 && <ButtonLink to="/dashboard/payments">Show all payments</ButtonLink>}
          >
            {search.size > 0 ? "No payment fits these words." : "Nobody has paid for a class yet."}
          </EmptyPage>
        )
      }
    </DeskList>
  );
}
