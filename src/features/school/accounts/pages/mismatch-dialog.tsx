import type { ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";

/** Specification, section 5 fixes the text. */
export function MismatchDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog
      title="confrim password didn't match"
      onClose={onClose}
      actions={<Button onClick={onClose}>OK</Button>}
    />
  );
}
