import { useState } from "react";
import { apiContext } from "../../../../pages/contexts.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import { answerForm, readForm } from "../../../../pages/posted-form.ts";
import { emailProblem, looksLikeEmail } from "../../../../platform/email.ts";
import { Button } from "../../../../ui/button.tsx";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import type { Route } from "./+types/guardian-link-page";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "For guardians · Senga",
    description:
      "Get a new copy of the link that lets you give or withdraw your consent for a young person on Senga.",
    path: "/guardian/link",
  });

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request);
  const call = context.get(apiContext);
  return answerForm(() => call("POST /guardian", { body: { email: values["email"] ?? "" } }), values);
}

export default function GuardianLinkPage({ actionData: posted }: Route.ComponentProps) {
  const [isSent, setSent] = useState(posted?.isDone ?? false);
  const { form, errors, isBusy, failure } = useForm(
    ["email"],
    ({ email }) => (looksLikeEmail(email) ? {} : { email: emailProblem }),
    async ({ email }) => {
      const { api } = await import("../../../../access/session.ts");
      await api("POST /guardian", { body: { email: email.trim() } });
      setSent(true);
    },
    posted?.errors,
  );
  return (
    <AuthSheet
      scene="letter"
      title="For guardians"
      lede="Want to give or withdraw your consent for your child’s Senga account? Use the link in our email. If you can’t find it, we’ll send it again."
    >
      <form {...form} data-needs-script={undefined} className="form">
        <TextField
          label="Your email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={posted?.values?.["email"]}
          error={errors.email}
          required
        />
        <Button type="submit" block busy={isBusy && "Sending…"}>
          Send me the link
        </Button>
        <p role="status">{isSent && "If a young person has named this address, the link is on its way."}</p>
        <FormError>{failure ?? posted?.failure}</FormError>
      </form>
    </AuthSheet>
  );
}
