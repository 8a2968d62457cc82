import { Icon } from "./icons.tsx";
import "./payment-steps.css";

const steps = ["Select", "Pay", "Learn"] as const;

export function PaymentSteps({ current }: { readonly current: (typeof steps)[number] }) {
  const reached = steps.indexOf(current);
  return (
    <ol role="list" className="payment-steps">
      {steps.map((step, index) => (
        <li key={step} aria-current={step === current ? "step" : undefined}>
          {index < reached && <Icon name="check" />}
          {step}
          {index < reached && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
