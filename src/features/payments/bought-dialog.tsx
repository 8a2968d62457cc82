import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export interface Bought {
  readonly classId: string;
  readonly className: string;
  /** The server's message when the student already had the class. */
  readonly alreadyEnrolled?: string | undefined;
}

export function BoughtDialog(): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  const arrived = (location.state as { readonly bought?: Bought } | null)?.bought;
  const [seen, setSeen] = useState(arrived);
  const [bought, setBought] = useState(arrived);
  // The return from a bank redirect settles the payment after this page has mounted.
  if (arrived !== seen) {
    setSeen(arrived);
    if (arrived) setBought(arrived);
  }
  useEffect(() => {
    // Clear the state, so that a reload or the back button does not show the dialog again.
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
