import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormError } from "./field.tsx";
import type { MountedForm } from "./use-form.ts";

interface FormDialogProps<Name extends string> extends Omit<
  ComponentProps<typeof Dialog>,
  "action" | "isSuccess"
> {
  readonly form: MountedForm<Name>;
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly intro?: ReactNode;
  readonly className?: string;
  /** By default it stays open while busy: closed, it could not show a refusal. */
  readonly closesWhileBusy?: true;
}

export function FormDialog<Name extends string>(props: FormDialogProps<Name>) {
  const { form: mounted, submitLabel, busyLabel, intro, className = "form", children, ...others } = props;
  const { closesWhileBusy, onClose, ...dialog } = others;
  const { form, isBusy, failure } = mounted;
  const id = useId();
  return (
    <Dialog
      {...dialog}
      onClose={() => (!isBusy || closesWhileBusy) && onClose()}
      action={
        <Button type="submit" form={id} busy={isBusy && busyLabel}>
          {submitLabel}
        </Button>
      }
    >
      {intro}
      <form {...form} id={id} className={className}>
        {children}
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
