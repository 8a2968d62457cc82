import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** A class that has just been paid for. */
export interface Bought {
  readonly classId: string;
  readonly className: string;
  /** What the server said, where it was the student's before and this payment was not charged. */
  readonly alreadyEnrolled?: string | undefined;
}

/** Well done: shown once where the checkout has led to, with the ways on from there. */
export function BoughtDialog(): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  const arrived = (location.state as { readonly bought?: Bought } | null)?.bought;
  const [seen, setSeen] = useState(arrived);
  const [bought, setBought] = useState(arrived);
  // The return from a bank settles the payment on this page, after it has been mounted.
  if (arrived !== seen) {
    setSeen(arrived);
    if (arrived) setBought(arrived);
  }
  useEffect(() => {
    // A reload, or coming back, does not show it again.
    if (arrived) void navigate(".", { replace: true, state: null, preventScrollReset: true });
  }, [arrived, navigate]);
  if (!bought) return null;
  const { classId, className, alreadyEnrolled } = bought;

  return (
    <Dialog
      title={alreadyEnrolled ? "You’re already enrolled" : `You’re in: ${className}`}
      onClose={() => setBought(undefined)}
      isSuccess
      actions={
        <>
          <ButtonLink to={`/dashboard/enrolled-classes/${classId}`} data-initial-focus>
            Start
          </ButtonLink>
          <ButtonLink to="/dashboard/payment-history" look="quiet">
            Receipt
          </ButtonLink>
        </>
      }
    >
      {alreadyEnrolled ?? "Your seat is yours, and your receipt is on its way by email."}
    </Dialog>
  );
}
