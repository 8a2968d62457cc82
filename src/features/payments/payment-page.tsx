import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Cover } from "../../ui/cover.tsx";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { Icon } from "../../ui/icons.tsx";
import { formatAmount, formatPrice } from "../../ui/price.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { api } from "../accounts/session.ts";
import { useStudent } from "../accounts/use-guard.ts";
import { PriceChange } from "../selections/price-change.tsx";
import type { selectionsContract } from "../selections/contract.ts";
import { selectedClassQuery } from "../selections/selection-queries.ts";
import type { paymentsContract } from "./contract.ts";
import { loadStripe } from "./load-stripe.ts";
import { PaymentForm, RefundRule } from "./payment-form.tsx";
import { PaymentSteps } from "./payment-steps.tsx";
import "./payment-page.css";

type Selection = CallAnswer<(typeof selectionsContract)["GET /selected/class/{email}/{id}"]>;
type Request = CallAnswer<(typeof paymentsContract)["POST /create-payment-intent"]>;

export const meta = () => [{ title: "Payment · Senga" }];

export default function PaymentPage(): ReactNode {
  const student = useStudent();
  const { id = "" } = useParams();
  return student && <Checkout email={student.user.email} id={id} />;
}

function Checkout({ email, id }: { readonly email: string; readonly id: string }): ReactNode {
  const selection = useQuery(selectedClassQuery(email, id));
  const classId = selection.data?.classId;
  const request = useQuery({
    queryKey: ["payment request", classId],
    queryFn: () => api("POST /create-payment-intent", { body: { classId: classId ?? "" } }),
    enabled: classId !== undefined,
    // Asked anew at each visit: the price may have changed. The server goes on with a payment that has been begun.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stripe = useQuery({ queryKey: ["stripe"], queryFn: loadStripe, staleTime: Number.POSITIVE_INFINITY });

  const price = request.data?.total ?? selection.data?.price;
  return (
    <>
      <p className="breadcrumb">
        <Link to="/dashboard/selected-classes">Selected Classes</Link> / Payment
      </p>
      <h1 tabIndex={-1}>Payment: {price === undefined ? "$N/A" : formatPrice(price)}</h1>
      <PaymentSteps current="Pay" />
      {selection.error ? (
        <LoadFailure onRetry={() => void selection.refetch()}>
          Error loading class info. Please try again later.
        </LoadFailure>
      ) : !selection.data ? (
        <ProgressBar label="Loading the class" />
      ) : (
        <div className="checkout">
          <section className="panel payment-box" aria-labelledby="payment-details">
            <h2 id="payment-details">Payment Details</h2>
            <p className="payment-secure">
              <Icon name="lock" />
              Complete your payment securely
            </p>
            {(request.error ?? stripe.error) ? (
              <LoadFailure
                onRetry={() =>
                  void Promise.all([request.error && request.refetch(), stripe.error && stripe.refetch()])
                }
              >
                {(request.error ?? stripe.error)?.message}
              </LoadFailure>
            ) : request.data && stripe.data ? (
              <PaymentForm
                stripe={stripe.data}
                clientSecret={request.data.clientSecret}
                total={request.data.total}
                email={email}
                classId={selection.data.classId}
              />
            ) : (
              <FormSkeleton />
            )}
          </section>
          <Summary selection={selection.data} request={request.data} />
        </div>
      )}
    </>
  );
}

/** What is bought, beside the form: the same figures that the provider was given. */
function Summary({
  selection,
  request,
}: {
  readonly selection: Selection;
  readonly request: Request | undefined;
}): ReactNode {
  const price = request?.price ?? selection.price;
  const tax = request?.tax ?? 0;
  return (
    <aside className="panel payment-summary" aria-label="Your order">
      <Cover src={selection.classImage} picture={selection.picture} title={selection.className} eager />
      <div className="payment-summary-body">
        <h2>{selection.className}</h2>
        <p className="payment-by">with {selection.instructorName}</p>
        <PriceChange price={price} priceWhenSelected={selection.priceWhenSelected} />
        <dl>
          <dt>Base price</dt>
          <dd>${formatAmount(price)}</dd>
          <dt>Tax</dt>
          <dd>${formatAmount(tax)}</dd>
          <dt className="is-total">Total</dt>
          <dd className="is-total">${formatAmount(request?.total ?? price + tax)}</dd>
        </dl>
        <p className="payment-fine">
          <RefundRule />
        </p>
      </div>
    </aside>
  );
}

/** The form's place, pencilled in while it is on its way. */
function FormSkeleton(): ReactNode {
  return (
    <div aria-busy="true">
      <ProgressBar label="Loading the payment form" />
      <div className="form-skeleton" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}
