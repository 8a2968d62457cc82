import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { TextField } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { managedUsersQuery } from "../../../shared/admin-queries.ts";
import type { ManagedClassFacts } from "./managed-class.tsx";
import { ReasonDialog } from "../../../shared/reason-dialog.tsx";

interface HandOverDialogProps {
  readonly item: ManagedClassFacts;
  readonly onClose: () => void;
  readonly onHandedOver: () => void;
}

/** Suggests the first hundred instructors and accepts any. */
export default function HandOverDialog({ item, onClose, onHandedOver }: HandOverDialogProps): ReactNode {
  const listId = useId();
  const { data } = useQuery(managedUsersQuery({ role: "instructor", limit: 100 }));
  return (
    <ReasonDialog
      effect={`“${item.className}” will be taught by somebody else. Its students, payments and earnings stay with it. ${item.instructorName} and the new instructor will be emailed.`}
      name="email"
      confirmLabel="Yes, Hand Over This Class!"
      busyLabel="Handing over …"
      check={(email) => !email && "Enter the new instructor’s email"}
      onConfirm={async (email) => {
        await api("PATCH /admin/hand-over/class/{id}", { params: { id: item._id }, body: { email } });
        onHandedOver();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            {...field}
            label="New instructor’s email"
            type="email"
            autoComplete="off"
            list={listId}
            required
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
        </>
      )}
    </ReasonDialog>
  );
}
