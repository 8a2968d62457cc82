import { useId } from "react";
import { refetchCalls } from "../../access/api-query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import type { Decision, Outcome } from "./decision.tsx";
import { asWritten } from "./text-of.ts";

interface DecisionDialogProps {
  readonly decision: Decision;
  readonly onClose: () => void;
  readonly onDone: (outcome: Outcome | undefined) => void;
}

export default function DecisionDialog({ decision, onClose, onDone }: DecisionDialogProps) {
  const { title = "Are you sure?", effect, confirm, busy, field, name = "reason", check, run } = decision;
  const formId = useId();
  const textIn = (values: Record<string, string>): string => asWritten(values[name] ?? "");
  const { form, errors, isBusy, failure } = useForm(
    [name],
    (values) => ({ [name]: check?.(textIn(values)) || undefined }),
    async (values) => {
      try {
        onDone(await run(textIn(values)));
      } finally {
        // Also after a rejection: another admin may have decided.
        void refetchCalls("GET /admin/");
      }
    },
  );
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} onPointerDown={form.onPointerDown} busy={isBusy && busy}>
            {confirm}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="stack">
        <p>{effect}</p>
        {field?.({ name, error: errors[name], "data-initial-focus": true })}
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
