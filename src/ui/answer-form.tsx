import { Button } from "./button.tsx";
import { FormError } from "./field.tsx";
import { useForm } from "./use-form.ts";

interface AnswerFormProps {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly look?: "solid" | "quiet";
  readonly failure: string | undefined;
  readonly onSend: () => Promise<void>;
}

/** Works without a script. Needs a click, because mail scanners follow links. */
export function AnswerForm({ name, value, label, look = "solid", failure, onSend }: AnswerFormProps) {
  const { form, isBusy, failure: ownFailure } = useForm([], () => ({}), onSend);
  return (
    <form {...form} data-needs-script={undefined} className="answer-form">
      <input type="hidden" name={name} value={value} />
      <Button type="submit" look={look} block busy={isBusy && "One moment…"}>
        {label}
      </Button>
      <FormError>{ownFailure ?? failure}</FormError>
    </form>
  );
}
