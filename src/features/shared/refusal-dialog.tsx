import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface RefusalDialogProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

export function RefusalDialog({ children, onClose }: RefusalDialogProps): ReactNode {
  return (
    <Dialog title="Nothing was changed" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
      {children}
    </Dialog>
  );
}
