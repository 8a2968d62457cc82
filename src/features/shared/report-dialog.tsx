import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, SelectField, TextArea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
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
  const formId = useId();
  const { form, errors, isBusy, failure } = useForm(
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
    <Dialog
      title={`Report this ${kind}`}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy && "Sending…"}>
            Send report
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="form">
        <SelectField
          label="What’s wrong?"
          name="reason"
          error={errors.reason}
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
          error={errors.text}
        />
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
