import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { lessonNote } from "../../features/school/classes/lesson-status.ts";
import type { Bought } from "../../features/office/payments/pages/use-checkout.ts";
import { continuePath, playing } from "./class-progress.tsx";
import { enrolledClassesQuery } from "./learning-queries.ts";

export function BoughtDialog({ email }: { readonly email: string }): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  const fromNavigation = (location.state as { readonly bought?: Bought } | null)?.bought;
  const [handled, setHandled] = useState(fromNavigation);
  const [bought, setBought] = useState(fromNavigation);
  const enrolled = useInfiniteQuery(enrolledClassesQuery(email));
  // The return from a bank redirect settles the payment after this page has mounted.
  if (fromNavigation !== handled) {
    setHandled(fromNavigation);
    if (fromNavigation) setBought(fromNavigation);
  }
  useEffect(() => {
    // Clear the state, so that a reload or the back button does not show the dialog again.
    if (fromNavigation) void navigate(".", { replace: true, state: null, preventScrollReset: true });
  }, [fromNavigation, navigate]);
  if (!bought || enrolled.isPending) return null;
  const { classId, className, alreadyEnrolled } = bought;
  const row = enrolled.data?.pages.flatMap(({ rows }) => rows).find((each) => each.classId === classId);
  const note = row && lessonNote(row.lessonStatus);

  return (
    <Dialog
      title={alreadyEnrolled ? "You’re already enrolled" : `You’re in: ${className}`}
      onClose={() => setBought(undefined)}
      isSuccess
      actions={
        <>
          <ButtonLink to={continuePath(classId, row?.standing)} state={playing}>
            {row?.standing?.resume ? "Start" : "See the class"}
          </ButtonLink>
          <ButtonLink to="/dashboard/payment-history" look="quiet">
            Receipt
          </ButtonLink>
        </>
      }
    >
      <p>
        {alreadyEnrolled ??
          "Payment Successful. Your seat is yours, and your receipt is on its way by email."}
      </p>
      {note && <p>{note}</p>}
    </Dialog>
  );
}
