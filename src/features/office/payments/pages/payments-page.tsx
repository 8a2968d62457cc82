import { Suspense } from "react";
import { Chips, FilterForm } from "../../../../ui/filter-form.tsx";
import { apiPageQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useDecision } from "../../../shared/decision.tsx";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, refetchInterval, wordsIn } from "../../../shared/list-query.ts";
import { paymentColumns } from "./payment-columns.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";

const PaymentNotices = lazyPart(() => import("./payment-notices.tsx"));

// Beyond the page's budget together with the columns.
const decisions = () => import("./payment-decisions.tsx");

export const meta = () => [{ title: "Payments · Senga" }];

const refundOptions = [
  { value: "", label: "All" },
  { value: "failed", label: "Failed refunds" },
] as const;

const filtersIn = (search: URLSearchParams) => ({
  q: wordsIn(search),
  refund: oneOf(search.get("refund"), ["failed"]),
});

export default function PaymentsPage() {
  const [dialog, decide] = useDecision();
  return (
    <>
      <ListPage
        title="Payments"
        noun={["payment", "payments"]}
        query={(page, search) => ({
          ...apiPageQuery("GET /admin/payments/latest", { query: { ...page, ...filtersIn(search) } }),
          refetchInterval,
        })}
        download={[
          "payments.csv",
          (search) => api.file("GET /admin/export/payments", { query: filtersIn(search) }),
        ]}
        columns={paymentColumns({
          onRefund: (payment) => decide(decisions().then(({ refundOf }) => refundOf(payment))),
          onRepaid: (payment) => decide(decisions().then(({ repaymentOf }) => repaymentOf(payment))),
        })}
        nameOf={({ studentName, className }) => `${studentName} for ${className}`}
        more="Earlier payments"
        empty="No one has paid for a class yet."
      >
        <Suspense>
          <PaymentNotices onDecide={decide} />
        </Suspense>
        <FilterForm
          label="Payments"
          placeholder="Student, class or transaction ID"
          chips={<Chips label="Show" name="refund" options={refundOptions} />}
        />
      </ListPage>
      {dialog}
    </>
  );
}
