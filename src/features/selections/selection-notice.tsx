import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Dialog, SuccessDialog } from "../../ui/dialog.tsx";
import { asOrigin } from "../accounts/origin.ts";

/** How selecting a class ended, or why it did not begin. */
export type Notice =
  | { readonly kind: "sign-in" }
  | { readonly kind: "selected" }
  | { readonly kind: "refused"; readonly why: string };

interface SelectionNoticeProps {
  readonly notice: Notice;
  readonly onClose: () => void;
}

export default function SelectionNotice({ notice, onClose }: SelectionNoticeProps): ReactNode {
  const navigate = useNavigate();
  const location = useLocation();
  switch (notice.kind) {
    case "selected":
      return (
        <SuccessDialog title="Good job!" onClose={onClose}>
          Class Selected Successfully!
        </SuccessDialog>
      );
    case "sign-in":
      return (
        <Dialog
          title="Please Login, To Select The Class"
          onClose={onClose}
          actions={
            <>
              <Button onClick={() => void navigate("/login", { state: asOrigin(location) })}>
                Login Now!
              </Button>
              <Button look="quiet" onClick={onClose}>
                Cancel
              </Button>
            </>
          }
        />
      );
    case "refused":
      return (
        <Dialog title="Not selected" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
          {notice.why}
        </Dialog>
      );
  }
}
