import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { refetchAdmin } from "./admin-queries.ts";
import { asWritten } from "./text-of.ts";
import "./reason-dialog.css";

interface ReasonFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly "data-initial-focus": true;
}

interface ReasonDialogProps {
  readonly title?: string;
  readonly effect: ReactNode;
  /** The field's name in the API. */
  readonly name: string;
  readonly children: (field: ReasonFieldProps) => ReactNode;
  readonly confirmLabel: string;
  readonly busyLabel: string;
  readonly check: (reason: string) => string | false;
  readonly onConfirm: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for one field before a decision is made. */
export function ReasonDialog(props: ReasonDialogProps): ReactNode {
  const { title = "Are you sure?", effect, name, children, confirmLabel, busyLabel } = props;
  const { check, onConfirm, onClose } = props;
  const formId = useId();
  const reasonIn = (values: Record<string, string>): string => asWritten(values[name] ?? "");
  const { form, errors, isBusy, failure } = useForm(
    [name],
    (values) => ({ [name]: check(reasonIn(values)) || undefined }),
    async (values) => {
      try {
        await onConfirm(reasonIn(values));
      } finally {
        // Also after a rejection: another admin may have decided.
        void refetchAdmin();
      }
    },
  );
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} onPointerDown={form.onPointerDown} busy={isBusy && busyLabel}>
            {confirmLabel}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="reason-effect">{effect}</p>
      <form {...form} id={formId}>
        {children({ name, error: errors[name], "data-initial-focus": true })}
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
