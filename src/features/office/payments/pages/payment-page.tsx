import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { Link, useParams } from "react-router";
import { Cover } from "../../../../ui/cover.tsx";
import { ApiError, isMissing } from "../../../../http/client.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { formatAmount, formatPrice } from "../../../../ui/price.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { LessonNote, PriceChange } from "../../../school/classes/pages/class-notes.tsx";
import { MissingClass } from "../../../school/classes/pages/missing-class.tsx";
import { loadStripe, useCheckout } from "./use-checkout.ts";
import { PaymentSteps } from "../../../../ui/payment-steps.tsx";
import { RefundRule } from "./refund-notes.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "./payment-page.css";

const GuardianSection = lazyPart(() => import("../../../school/accounts/pages/guardian-section.tsx"));

type Selection = Answer<"GET /selected/class/{email}/{id}">;
type Request = Answer<"POST /create-payment-intent">;

const loadCardForm = async () => {
  const [stripe, { PaymentForm }] = await Promise.all([loadStripe(), import("./payment-form.tsx")]);
  return { stripe, PaymentForm };
};

export const meta = () => [{ title: "Payment · Senga" }];

export default function PaymentPage() {
  const { email } = useMember().user;
  const { id = "" } = useParams();
  // Each selection has a checkout: its intent must not be paid under the title of another.
  return <Checkout key={id} email={email} id={id} />;
}

function Checkout({ email, id }: { readonly email: string; readonly id: string }) {
  const selection = useQuery(apiQuery("GET /selected/class/{email}/{id}", { params: { email, id } }));
  const isGone = selection.error instanceof ApiError && selection.error.status === 404;
  // Paying removes the selection, so this finds the paid class.
  const paid = useQuery({
    ...apiQuery("GET /payments/{email}", { params: { email }, query: { selectionId: id, limit: 1 } }),
    enabled: isGone,
  });
  const [bought] = paid.data ?? [];

  if (selection.data) return <CheckoutForm selection={selection.data} />;
  if (bought && (bought.refundStatus === "none" || bought.refundStatus === "partial"))
    return <AlreadyEnrolled classId={bought.classId} className={bought.className} />;
  const isLoading = !selection.error || (isGone && paid.isPending);
  return (
    <CheckoutPage title={isLoading || isMissing(selection.error) ? "Payment" : "Payment: $N/A"}>
      {isLoading ? (
        <LoadingClass />
      ) : isMissing(selection.error) ? (
        <MissingClass to="/dashboard/selected-classes">Selected Classes</MissingClass>
      ) : (
        <LoadFailure onRetry={() => void selection.refetch()}>
          Error loading class info. Please try again later.
        </LoadFailure>
      )}
    </CheckoutPage>
  );
}

function CheckoutForm({ selection }: { readonly selection: Selection }) {
  const { classId, className } = selection;
  const request = useQuery({
    ...apiQuery("POST /create-payment-intent", { body: { classId } }),
    // Requested on each visit: the price may have changed. The server reuses an intent in progress.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const cardForm = useQuery({
    queryKey: ["card form"],
    queryFn: loadCardForm,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const checkout = useCheckout({ classId, className }, async () => {
    await request.refetch();
  });

  const { error } = request;
  if (error instanceof ApiError && (error.code === "already-enrolled" || error.code === "already-paid"))
    return <AlreadyEnrolled classId={classId} className={className} />;
  const needsConsent = error instanceof ApiError && error.code === "guardian-consent-missing";
  if (needsConsent)
    return (
      <CheckoutPage title={`Payment: ${formatPrice(selection.price)}`}>
        <div className="columns checkout">
          <NeedsConsent>{error.message}</NeedsConsent>
          <Summary selection={selection} request={undefined} />
        </div>
      </CheckoutPage>
    );
  if (error instanceof ApiError && error.code === "class-not-found")
    return (
      <CheckoutPage title="Payment">
        <EmptyPage action={<ButtonLink to="/dashboard/selected-classes">Selected Classes</ButtonLink>}>
          {className} isn’t open to new students at the moment. You haven’t been charged.
        </EmptyPage>
      </CheckoutPage>
    );
  const failure = error ?? cardForm.error;
  return (
    <CheckoutPage title={`Payment: ${formatPrice(request.data?.total ?? selection.price)}`}>
      <div className="columns checkout">
        <section className="panel is-roomy" aria-labelledby="payment-details">
          <h2 id="payment-details" className="subheading is-large">
            Payment Details
          </h2>
          <p className="row quiet payment-secure">
            <DashboardIcon name="lock" />
            Complete your payment securely
          </p>
          {failure ? (
            <>
              <FormError>{checkout.problem}</FormError>
              <LoadFailure
                onRetry={() =>
                  void Promise.all([error && request.refetch(), cardForm.error && cardForm.refetch()])
                }
              >
                {failureText(failure)}
              </LoadFailure>
            </>
          ) : request.data && cardForm.data ? (
            <cardForm.data.PaymentForm
              key={request.data.clientSecret}
              stripe={cardForm.data.stripe}
              clientSecret={request.data.clientSecret}
              total={request.data.total}
              lessonStatus={selection.lessonStatus}
              checkout={checkout}
            />
          ) : (
            <FormSkeleton />
          )}
        </section>
        <Summary selection={selection} request={request.data} />
      </div>
    </CheckoutPage>
  );
}

function NeedsConsent({ children }: { readonly children: ReactNode }) {
  const account = useQuery(apiQuery("GET /account"));
  return (
    <div className="stack account">
      <p role="status">{children}</p>
      <Suspense>{account.data?.guardian && <GuardianSection guardian={account.data.guardian} />}</Suspense>
    </div>
  );
}

function CheckoutPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <p className="breadcrumb">
        <Link to="/dashboard/selected-classes">Selected Classes</Link> / Payment
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      <PaymentSteps current="Pay" />
      {children}
    </>
  );
}

function AlreadyEnrolled({ classId, className }: { readonly classId: string; readonly className: string }) {
  return (
    <>
      <p className="breadcrumb">
        <Link to="/dashboard/enrolled-classes">Enrolled Classes</Link> / Payment
      </p>
      <h1 tabIndex={-1}>You’re already enrolled</h1>
      <PaymentSteps current="Learn" />
      <EmptyPage
        action={<ButtonLink to={`/dashboard/enrolled-classes/${classId}`}>Open the class</ButtonLink>}
      >
        You’ve paid for {className}. Your receipt is in your{" "}
        <Link to="/dashboard/payment-history">Payment History</Link>.
      </EmptyPage>
    </>
  );
}

function LoadingClass() {
  return (
    <>
      <p className="quiet payment-loading" aria-hidden="true">
        Loading the class…
      </p>
      <Loading label="Loading the class" shape="sheet" />
    </>
  );
}

/** Shows the amounts that Stripe received. */
function Summary({
  selection,
  request,
}: {
  readonly selection: Selection;
  readonly request: Request | undefined;
}) {
  const price = request?.price ?? selection.price;
  const tax = request?.tax ?? 0;
  return (
    <aside className="panel payment-summary" aria-label="Your order">
      <Cover src={selection.classImage} picture={selection.picture} title={selection.className} eager />
      <div className="payment-summary-body">
        <h2 className="subheading is-large">{selection.className}</h2>
        <p className="quiet">with {selection.instructorName}</p>
        <PriceChange price={price} priceWhenSelected={selection.priceWhenSelected} />
        <LessonNote status={selection.lessonStatus} />
        <dl>
          <dt>Base price</dt>
          <dd>${formatAmount(price)}</dd>
          <dt>Tax</dt>
          <dd>${formatAmount(tax)}</dd>
          <dt className="is-total">Total</dt>
          <dd className="is-total">${formatAmount(request?.total ?? price + tax)}</dd>
        </dl>
        <p className="fine payment-fine">
          <RefundRule lessonStatus={selection.lessonStatus} />
        </p>
      </div>
    </aside>
  );
}

function FormSkeleton() {
  return (
    <div aria-busy="true">
      <p className="quiet payment-loading" aria-hidden="true">
        Loading the payment form…
      </p>
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
