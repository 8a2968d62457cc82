import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { api } from "../../../../access/session.ts";
import type { ReportKind } from "../../../shared/report-reasons.ts";
import { ContentMenu } from "../../../shared/content-menu.tsx";

interface ContentToolsProps {
  readonly kind: ReportKind;
  readonly id: string;
  readonly author: { readonly _id: string; readonly name: string };
  readonly mayBlock: boolean;
  readonly onBlocked: () => void;
}

export function ContentTools({ kind, id, author, mayBlock, onBlocked }: ContentToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const blocking = useMutation({
    mutationFn: () => api("POST /blocks/{id}", { params: { id: author._id } }),
    onSuccess: () => {
      toast(`You and ${author.name} no longer see each other’s work`);
      onBlocked();
    },
  });
  return (
    <>
      <ContentMenu
        kind={kind}
        id={id}
        by={author.name}
        more={mayBlock ? [{ label: `Block ${author.name}`, onChoose: () => setOpen(true) }] : []}
      />
      <FormError>{blocking.error?.message}</FormError>
      {isOpen && (
        <ConfirmDialog
          title={`Block ${author.name}?`}
          confirmLabel="Block"
          onCancel={close}
          onConfirm={() => {
            close();
            blocking.mutate();
          }}
        >
          <p>
            Neither of you will see the other’s drawings and comments, in any class. They aren’t told. You can
            undo it on your account page.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
