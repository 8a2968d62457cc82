import type { Appearance, Stripe, StripeElements } from "@stripe/stripe-js";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import textFont from "@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2?url";
import boldFont from "@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2?url";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Theme, useTheme } from "../../../../ui/theme.tsx";
import { Button } from "../../../../ui/button.tsx";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { formatPrice } from "../../../../ui/price.tsx";
import type { LessonStatus } from "../../../school/classes/lesson-status.ts";
import { readConfirmation, type RunningCheckout } from "./use-checkout.ts";
import { RefundRule } from "./refund-notes.tsx";

/** Hex copies of ui/styles/tokens.css: the Stripe iframe cannot read our CSS variables. */
const tokens: Record<
  Theme,
  Record<"guide" | "sheet" | "ink" | "ink2" | "ink3" | "red" | "rule" | "focus", string>
> = {
  light: {
    guide: "#0b5d95",
    sheet: "#fefcf7",
    ink: "#16171d",
    ink2: "#4b4c56",
    ink3: "#656771",
    red: "#b72315",
    rule: "#7e7f8a",
    focus: "#0b5d95",
  },
  dark: {
    guide: "#85c7f1",
    sheet: "#181b23",
    ink: "#f1ece3",
    ink2: "#c1bdb4",
    ink3: "#a29e95",
    red: "#fc9275",
    rule: "#70747f",
    focus: "#78d9fe",
  },
};

function cardFormAppearance(theme: Theme): Appearance {
  const color = tokens[theme];
  // The frame knows only pixels.
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    theme: theme === "dark" ? "night" : "flat",
    labels: "above",
    variables: {
      colorPrimary: color.guide,
      colorBackground: color.sheet,
      colorText: color.ink,
      colorTextSecondary: color.ink2,
      colorTextPlaceholder: color.ink3,
      colorDanger: color.red,
      borderRadius: "2px",
      fontFamily: '"Atkinson Hyperlegible Next", system-ui, sans-serif',
      fontSizeBase: `${1.0625 * rem}px`,
      spacingUnit: "5px",
    },
    rules: {
      ".Input": { border: `2px solid ${color.rule}`, boxShadow: "none", padding: "11px 14px" },
      ".Input:hover": { borderColor: color.ink },
      ".Input:focus": { borderColor: color.ink, boxShadow: `0 0 0 3px ${color.focus}`, outline: "none" },
      ".Input--invalid": { border: `3px solid ${color.red}`, boxShadow: "none", padding: "10px 13px" },
      ".Label": { fontWeight: "700", fontSize: `${rem}px`, marginBottom: "6px" },
      ".Error": { fontWeight: "700", fontSize: `${rem}px` },
    },
  };
}

interface PaymentFormProps {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  readonly checkout: RunningCheckout;
  /** Dollars; the amount of the intent. */
  readonly total: number;
  readonly lessonStatus: LessonStatus;
}

/** Card data never reaches our server. */
export function PaymentForm({ stripe, clientSecret, ...rest }: PaymentFormProps) {
  const theme = useTheme() ?? "light";
  const [isLost, setLost] = useState(false);
  const fonts = [
    { weight: "400", file: textFont },
    { weight: "700", file: boldFont },
  ].map(({ weight, file }) => ({
    family: "Atkinson Hyperlegible Next",
    src: `url(${new URL(file, location.origin)})`,
    weight,
  }));
  if (isLost)
    return (
      <LoadFailure onRetry={() => setLost(false)}>
        The card form couldn’t be loaded. You haven’t been charged.
      </LoadFailure>
    );
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: cardFormAppearance(theme), fonts }}>
      <CardForm clientSecret={clientSecret} onLoadError={() => setLost(true)} {...rest} />
    </Elements>
  );
}

function CardForm({
  clientSecret,
  checkout,
  total,
  lessonStatus,
  onLoadError,
}: Omit<PaymentFormProps, "stripe"> & { readonly onLoadError: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const { isProcessing, isUnreported, problem, pay } = checkout;
  const button = useRestoredFocus(isProcessing);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!stripe || !elements || isProcessing) return;
    void pay(() => confirmCard(stripe, elements, clientSecret));
  };

  return (
    <form className="stack is-close" onSubmit={submit} aria-busy={isProcessing}>
      <div className="payment-element" inert={isProcessing}>
        <PaymentElement
          options={{ layout: "tabs" }}
          onReady={() => setReady(true)}
          onLoadError={onLoadError}
        />
      </div>
      <Button
        ref={button}
        type="submit"
        size="large"
        block
        busy={isProcessing && "Processing…"}
        disabled={!stripe || !isReady || isProcessing}
        data-waiting={isProcessing || undefined}
      >
        Pay {formatPrice(total)}
      </Button>
      <p className="visually-hidden" role="status">
        {isProcessing && "Processing your payment"}
      </p>
      <FormError>{problem}</FormError>
      {isUnreported && !isProcessing && (
        <p className="fine payment-fine" role="status">
          Your card has been authorized. Please don’t pay again: we’re finishing your enrollment and will take
          you there in a moment.
        </p>
      )}
      <p className="fine payment-fine">
        Card details go straight to the payment provider. Senga never sees or keeps your card number.
      </p>
      <p className="fine payment-fine payment-refund-below">
        <RefundRule lessonStatus={lessonStatus} />
      </p>
    </form>
  );
}

async function confirmCard(stripe: Stripe, elements: StripeElements, clientSecret: string) {
  const answer = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: `${location.origin}/dashboard/enrolled-classes` },
    redirect: "if_required",
  });
  return readConfirmation(answer, () => stripe.retrievePaymentIntent(clientSecret));
}

/** A disabled button loses focus. Restores it later, unless the focus has moved on. */
function useRestoredFocus(isProcessing: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (isProcessing) {
      hadFocus.current = true;
      return;
    }
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    if (hadFocus.current && isFocusLost) button.current?.focus();
    hadFocus.current = false;
  }, [isProcessing]);
  return button;
}
