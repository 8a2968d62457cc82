import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import type { FormOutcome } from "../../../../pages/posted-form.ts";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";

interface NewsletterSheetProps {
  readonly title: string;
  readonly lede: string;
  readonly button: string;
  readonly busy: string;
  readonly onSend: () => Promise<unknown>;
  readonly posted: FormOutcome | undefined;
  readonly done: { readonly title: string; readonly text: ReactNode };
  readonly footnote: ReactNode;
}

/** Requires a click: mail scanners follow links. */
export function NewsletterSheet(props: NewsletterSheetProps) {
  const { title, lede, button, busy, onSend, posted, done, footnote } = props;
  const [isDone, setDone] = useState(posted?.isDone ?? false);
  const { form, isBusy, failure } = useForm(
    [],
    () => ({}),
    async () => {
      await onSend();
      setDone(true);
    },
  );
  // The focused button is gone.
  useEffect(() => {
    if (isDone) document.querySelector<HTMLElement>("h1")?.focus();
  }, [isDone]);

  if (isDone) {
    return (
      <AuthSheet scene="letter" title={done.title}>
        <p>{done.text}</p>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet scene="letter" title={title} lede={lede}>
      <form {...form} data-needs-script={undefined} className="form">
        <Button type="submit" block busy={isBusy && busy}>
          {button}
        </Button>
        <FormError>{failure ?? posted?.failure}</FormError>
      </form>
      <p className="auth-other">{footnote}</p>
    </AuthSheet>
  );
}
