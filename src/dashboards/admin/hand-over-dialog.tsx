import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { api } from "../../features/accounts/session.ts";
import { managedUsersQuery, refetchAdmin } from "./admin-queries.ts";
import type { ManagedClassFacts } from "./managed-class.tsx";
import "./dialog-effect.css";

interface HandOverDialogProps {
  readonly item: ManagedClassFacts;
  readonly onClose: () => void;
  readonly onHandedOver: () => void;
}

/** Suggests the first hundred instructors and accepts any. */
export function HandOverDialog({ item, onClose, onHandedOver }: HandOverDialogProps): ReactNode {
  const formId = useId();
  const listId = useId();
  const { data } = useQuery(managedUsersQuery({ role: "instructor", limit: 100 }));
  const { form, errors, isBusy, failure } = useForm<"email">(
    ["email"],
    ({ email }) => (email.trim() ? {} : { email: "Enter the new instructor’s email" }),
    async ({ email }) => {
      const body = { email: email.trim() };
      await api("PATCH /admin/hand-over/class/{id}", { params: { id: item._id }, body });
      await refetchAdmin();
      onHandedOver();
    },
  );
  return (
    <Dialog
      title="Are you sure?"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy && "Handing over …"}>
            Yes, Hand Over This Class!
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="dialog-effect">
        “{item.className}” will be taught by somebody else. Its students, payments and earnings stay with it.{" "}
        {item.instructorName} and the new instructor will be emailed.
      </p>
      <form {...form} id={formId}>
        <TextField
          label="New instructor’s email"
          name="email"
          type="email"
          autoComplete="off"
          list={listId}
          required
          error={errors.email}
          data-initial-focus
        />
        <datalist id={listId}>
          {data?.rows
            .filter(({ email, suspended }) => email !== item.instructorEmail && !suspended)
            .map(({ _id, email, name }) => (
              <option key={_id} value={email}>
                {name}
              </option>
            ))}
        </datalist>
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
