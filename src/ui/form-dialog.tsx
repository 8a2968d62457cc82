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
}

export function FormDialog<Name extends string>(props: FormDialogProps<Name>) {
  const { form: mounted, submitLabel, busyLabel, intro, className = "form", children, ...dialog } = props;
  const { form, isBusy, failure } = mounted;
  const id = useId();
  return (
    <Dialog
      {...dialog}
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
