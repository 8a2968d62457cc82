import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface RefusalDialogProps {
  /** Why. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** What was confirmed was not done. The list behind it shows how things stand now. */
export function RefusalDialog({ children, onClose }: RefusalDialogProps): ReactNode {
  return (
    <Dialog title="Nothing was changed" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
      {children}
    </Dialog>
  );
}
