import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements } from "@stripe/stripe-js";
import textFont from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { formatPrice } from "../../ui/price.tsx";
import { useTheme } from "../../ui/theme.ts";
import { cardFormAppearance } from "./appearance.ts";
import { PaymentRefused, usePayment } from "./use-payment.ts";

interface PaymentFormProps {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  readonly email: string;
  readonly classId: string;
  /** In dollars; the figure that the server put into the intent. */
  readonly total: number;
}

/** The provider's card form in our look. The card never touches our server. */
export function PaymentForm({ stripe, clientSecret, ...rest }: PaymentFormProps): ReactNode {
  const theme = useTheme() ?? "light";
  const font = {
    family: "Atkinson Hyperlegible Next",
    src: `url(${new URL(textFont, location.origin)})`,
    weight: "200 800",
  };
  return (
    <Elements
      stripe={stripe}
      options={{ clientSecret, appearance: cardFormAppearance(theme), fonts: [font] }}
    >
      <CardForm {...rest} />
    </Elements>
  );
}

function CardForm({ email, classId, total }: Omit<PaymentFormProps, "stripe" | "clientSecret">): ReactNode {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const { isProcessing, problem, isUnreported, pay } = usePayment(email, classId);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!stripe || !elements || isProcessing) return;
    void pay(() => confirmCard(stripe, elements));
  };

  return (
    <form className="payment-form" onSubmit={submit} aria-busy={isProcessing}>
      <div className="payment-element" inert={isProcessing}>
        <PaymentElement options={{ layout: "tabs" }} onReady={() => setReady(true)} />
      </div>
      <Button
        type="submit"
        size="large"
        block
        busy={isProcessing && "Processing …"}
        disabled={!stripe || !isReady}
      >
        Pay {formatPrice(total)}
      </Button>
      <FormError>{problem}</FormError>
      {isUnreported && !isProcessing && (
        <p className="payment-fine" role="status">
          Your card is authorised, so do not pay again elsewhere: we finish the enrollment by ourselves and
          take you to it as soon as it is there.
        </p>
      )}
      <p className="payment-fine">
        Card details go straight to the payment provider. Senga never sees or keeps your card number.
      </p>
      <p className="payment-fine payment-refund-below">
        <RefundRule />
      </p>
    </form>
  );
}

/** Has the provider authorise the card. Returns the intent's id, or undefined when the student stopped on the way. */
async function confirmCard(stripe: Stripe, elements: StripeElements): Promise<string | undefined> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: `${location.origin}/dashboard/enrolled-classes` },
    redirect: "if_required",
  });
  // The provider's own words, as they are (section 5).
  if (error) throw new PaymentRefused(error.message ?? "An error occurred during payment");
  const isAuthorised = paymentIntent.status === "succeeded" || paymentIntent.status === "requires_capture";
  return isAuthorised ? paymentIntent.id : undefined;
}

/** What the refund policy says, before the money is given. */
export function RefundRule(): ReactNode {
  return (
    <>
      Refunds within 7 days of purchase while less than 20% of the class has been opened. Discounted and
      promotional purchases are not refundable. <Link to="/refund-policy">Refund Policy</Link>
    </>
  );
}
