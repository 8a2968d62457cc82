import { type ReactNode, Suspense, useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { ErrorSummary, FormError, TextField } from "../../../../ui/field.tsx";
import { type FieldErrors, renameFields, useForm } from "../../../../ui/use-form.ts";
import type { FormOutcome } from "../../../../pages/posted-form.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "./newsletter-panel.css";

const importDialog = () => import("../../../../ui/dialog.tsx");
const Dialog = lazyPart(async () => ({ default: (await importDialog()).Dialog }));

// Prefixed: a field's name is its id, and the host page has other forms.
const names = ["newsletter-name", "newsletter-email"] as const;
type Name = (typeof names)[number];

interface NewsletterPanelProps {
  readonly posted?: FormOutcome | undefined;
  readonly headingLevel?: 1 | 2;
  readonly art?: ReactNode;
}

export default function NewsletterPanel({ posted, headingLevel = 2, art }: NewsletterPanelProps) {
  const Heading = headingLevel === 1 ? "h1" : "h2";
  const [isDone, setDone] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const send = async (values: Record<Name, string>, element: HTMLFormElement): Promise<void> => {
    // Loaded before sending: if the connection drops afterwards, the success must still show.
    const [{ api }] = await Promise.all([import("../../../../access/session.ts"), importDialog()]);
    const body = { name: values["newsletter-name"], email: values["newsletter-email"] };
    try {
      await api("POST /newsletter", { body });
    } catch (error) {
      throw renameFields(error, (field) => `newsletter-${field}`);
    }
    element.reset();
    setDone(true);
  };
  const { form, errors, failure, isBusy, summary } = useForm(
    names,
    validate,
    send,
    prefixErrors(posted?.errors),
  );

  const close = (): void => {
    setDone(false);
    // Runs after the dialog has returned the focus to the button.
    requestAnimationFrame(() => nameField.current?.focus());
  };

  return (
    <section className="wrap section newsletter" aria-labelledby="newsletter">
      <div className={art ? "newsletter-panel has-art" : "newsletter-panel"}>
        {art && (
          <div className="newsletter-art" aria-hidden="true">
            {art}
          </div>
        )}
        <div className="newsletter-words">
          <Heading id="newsletter" tabIndex={headingLevel === 1 ? -1 : undefined}>
            New classes in your inbox
          </Heading>
          <p>One short email when there are new classes, once a week at most. Nothing else.</p>
        </div>
        <form {...form} data-needs-script={undefined} action="/newsletter">
          <ErrorSummary errors={errors} ref={summary} />
          <TextField
            label="Name"
            name="newsletter-name"
            autoComplete="name"
            error={errors["newsletter-name"]}
            defaultValue={posted?.values?.["newsletter-name"]}
            ref={nameField}
            required
          />
          <TextField
            label="Email"
            name="newsletter-email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            error={errors["newsletter-email"]}
            defaultValue={posted?.values?.["newsletter-email"]}
            required
          />
          <Button type="submit" busy={isBusy && "Sending…"}>
            Subscribe
          </Button>
          <FormError>{failure ?? posted?.failure}</FormError>
        </form>
      </div>
      {isDone && (
        <Suspense>
          <Dialog isSuccess title="Good job!" onClose={close}>
            <p>You have subscribed!</p>
            <p>We’ve emailed you a link. Open it to confirm your address.</p>
          </Dialog>
        </Suspense>
      )}
    </section>
  );
}

function validate(values: Record<Name, string>): FieldErrors<Name> {
  return {
    ...(!values["newsletter-name"].trim() && { "newsletter-name": "Name is required" }),
    ...(!values["newsletter-email"].trim() && { "newsletter-email": "Email is required" }),
  };
}

const prefixErrors = (errors: FormOutcome["errors"] = {}): FieldErrors<Name> => ({
  ...(errors["name"] && { "newsletter-name": errors["name"] }),
  ...(errors["email"] && { "newsletter-email": errors["email"] }),
});
