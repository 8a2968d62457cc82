import { refetchCalls } from "../../access/api-query.ts";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useForm } from "../../ui/use-form.ts";
import type { Decision, Outcome } from "./decision.tsx";

interface DecisionDialogProps {
  readonly decision: Decision;
  readonly onClose: () => void;
  readonly onDone: (outcome: Outcome | undefined) => void;
}

export default function DecisionDialog({ decision, onClose, onDone }: DecisionDialogProps) {
  const { title = "Are you sure?", effect, confirm, busy, field, name = "reason", check, run } = decision;
  const { missing, ...area } = decision.text ?? { label: "" };
  const textIn = (values: Record<string, string>): string => (values[name] ?? "").trim();
  const form = useForm(
    [name],
    (values) => {
      const text = textIn(values);
      return { [name]: (!text && missing) || check?.(text) || undefined };
    },
    async (values) => {
      try {
        onDone(await run(textIn(values)));
      } finally {
        // Also after a rejection: another admin may have decided.
        void refetchCalls("GET /admin/");
      }
    },
  );
  const mounted = { name, error: form.errors[name], "data-initial-focus": true } as const;
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      form={form}
      submitLabel={confirm}
      busyLabel={busy}
      className="stack"
    >
      <p>{effect}</p>
      {decision.text && <TextArea {...area} {...mounted} required={missing !== undefined} />}
      {field?.(mounted)}
    </FormDialog>
  );
}
