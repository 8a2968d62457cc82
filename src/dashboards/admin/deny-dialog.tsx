import { type ReactNode, useId, useRef, useState } from "react";
import { ApiError } from "../../http/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, TextArea } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { api } from "../../features/accounts/session.ts";
import { maxLength, messages } from "../../features/classes/policy.ts";
import { refetchAdmin } from "./admin-queries.ts";
import type { ManagedClassFacts } from "./managed-class.tsx";
import { asWritten } from "./text-of.ts";
import "./dialog-effect.css";

interface DenyDialogProps {
  readonly item: ManagedClassFacts;
  readonly onClose: () => void;
  readonly onDenied: () => void;
}

export function DenyDialog({ item, onClose, onDenied }: DenyDialogProps): ReactNode {
  const formId = useId();
  const [first] = useState(item.feedback ?? "");
  const base = useRef(first);
  const { form, errors, isBusy, failure } = useForm<"feedback">(
    ["feedback"],
    ({ feedback }) =>
      asWritten(feedback).length > maxLength.feedback ? { feedback: messages.longFeedback } : {},
    async ({ feedback }) => {
      try {
        const body = { feedback: asWritten(feedback), base: base.current };
        await api("PATCH /admin/deny/class/{id}", { params: { id: item._id }, body });
      } catch (error) {
        // Another admin may have decided: refresh the list behind.
        void refetchAdmin();
        if (!(error instanceof ApiError && error.code === "feedback-changed-meanwhile")) throw error;
        const { feedback: theirs = "" } = await api("GET /class/{id}", { params: { id: item._id } });
        base.current = theirs;
        throw new Error(
          theirs
            ? `Another admin wrote feedback while you were writing: “${theirs}” Deny again to replace it with yours.`
            : "Another admin removed the feedback while you were writing. Deny again to send yours.",
          { cause: error },
        );
      }
      await refetchAdmin();
      onDenied();
    },
  );
  return (
    <Dialog
      title="Are you sure?"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy && "Denying …"}>
            Yes, Deny This Class
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="dialog-effect">
        “{item.className}” won’t be listed, and you can’t undo this. {item.instructorName} will be emailed,
        and can change the class and send it again.
      </p>
      <form {...form} id={formId}>
        <TextArea
          label="Feedback (optional)"
          name="feedback"
          hint={`Tell ${item.instructorName} what to change. It’s in the email, and beside the class.`}
          rows={5}
          defaultValue={first}
          error={errors.feedback}
          data-initial-focus
        />
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
