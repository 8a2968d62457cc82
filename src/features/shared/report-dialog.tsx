import { SelectField, TextArea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useForm } from "../../ui/use-form.ts";
import { api } from "../../access/session.ts";
import {
  type ReportKind,
  type ReportReason,
  maxReport,
  reasonWords,
  reportReasons,
} from "./report-reasons.ts";

interface ReportDialogProps {
  readonly kind: ReportKind;
  readonly id: string;
  readonly onClose: () => void;
}

export default function ReportDialog({ kind, id, onClose }: ReportDialogProps) {
  const form = useForm(
    ["reason", "text"],
    ({ reason, text }) => ({
      ...(!reason && { reason: "Choose what’s wrong" }),
      ...(text.length > maxReport && { text: `Keep it to ${maxReport} characters` }),
    }),
    async ({ reason, text }) => {
      await api("POST /reports", { body: { kind, id, reason: reason as ReportReason, text } });
      toast("Thank you. We’ll look into it and let you know what we decide.");
      onClose();
    },
  );
  return (
    <FormDialog
      title={`Report this ${kind}`}
      onClose={onClose}
      form={form}
      submitLabel="Send report"
      busyLabel="Sending…"
    >
      <SelectField
        label="What’s wrong?"
        name="reason"
        error={form.errors.reason}
        defaultValue=""
        data-initial-focus
      >
        <option value="" disabled>
          Choose…
        </option>
        {reportReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonWords[reason]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="What should we know? (optional)"
        name="text"
        rows={3}
        hint="Only our team reads this. The person who made it won’t know who reported it."
        error={form.errors.text}
      />
    </FormDialog>
  );
}
