import type { Answer } from "../../../../access/api-query.ts";
import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import type { FormOutcome } from "../../../../pages/posted-form.ts";
import "./mail-choices.css";

export type Choices = Answer<"GET /notifications/choices">;

const labels = { now: "Right away", daily: "Once a day", never: "Never" } as const;

interface MailChoicesProps {
  readonly choices: Choices;
  readonly save: (frequencies: Record<string, string>) => Promise<unknown>;
  readonly posted?: FormOutcome | undefined;
}

export function MailChoices({ choices, save, posted }: MailChoicesProps) {
  const [isSaved, setSaved] = useState(posted?.isDone ?? false);
  const { form, isBusy, failure } = useForm(
    choices.map(({ kind }) => kind),
    () => ({}),
    async (frequencies) => {
      await save(frequencies);
      setSaved(true);
    },
  );
  return (
    <form {...form} data-needs-script={undefined} className="mail-choices" onChange={() => setSaved(false)}>
      {choices.map(({ kind, title, explanation, frequency }) => (
        <fieldset key={`${kind} ${frequency}`} aria-describedby={`${kind}-explanation`}>
          <legend>{title}</legend>
          <p id={`${kind}-explanation`}>{explanation}</p>
          <div className="cluster mail-frequencies">
            {Object.entries(labels).map(([value, label]) => (
              <label key={value}>
                <input type="radio" name={kind} value={value} defaultChecked={value === frequency} />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <FormError>{failure ?? posted?.failure}</FormError>
      <p className="cluster mail-choices-end">
        <Button type="submit" busy={isBusy && "Saving…"}>
          Save
        </Button>
        <span role="status">{isSaved && "Saved."}</span>
      </p>
    </form>
  );
}

export function AlwaysMailed() {
  return (
    <p className="always-mailed">
      We always email you about payments and account security. You can’t turn these off.
    </p>
  );
}
