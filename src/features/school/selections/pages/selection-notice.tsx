import { useLocation, useNavigate } from "react-router";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { asOrigin } from "../../../../access/origin.ts";
import { asPendingSelection } from "./use-selecting.ts";

export type Notice = { readonly classId: string } & (
  | { readonly kind: "sign-in" }
  | { readonly kind: "selected"; readonly selectionId: string }
  | { readonly kind: "refused"; readonly reason: string }
);

interface SelectionNoticeProps {
  readonly notice: Notice;
  readonly onClose: () => void;
}

const loginReason = "Log in and we’ll select your class. New to Senga? Create an account below first.";

export default function SelectionNotice({ notice, onClose }: SelectionNoticeProps) {
  const navigate = useNavigate();
  const location = useLocation();
  switch (notice.kind) {
    case "selected":
      return (
        <Dialog
          title="Good job!"
          isSuccess
          onClose={onClose}
          action={<ButtonLink to={`/dashboard/payment/${notice.selectionId}`}>Pay now</ButtonLink>}
          closeLabel="Keep browsing"
        >
          Class Selected Successfully!
        </Dialog>
      );
    case "sign-in":
      return (
        <Dialog
          title="Please Login, To Select The Class"
          onClose={onClose}
          action={
            <Button
              onClick={() =>
                void navigate("/login", {
                  state: { ...asOrigin(location, loginReason), ...asPendingSelection(notice.classId) },
                })
              }
            >
              Login Now!
            </Button>
          }
        />
      );
    case "refused":
      return (
        <Dialog title="Not selected" onClose={onClose}>
          {notice.reason}
        </Dialog>
      );
  }
}
