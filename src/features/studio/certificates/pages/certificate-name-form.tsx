import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.ts";
import { useForm } from "../../../../ui/use-form.ts";
import { asOrigin } from "../../../../access/origin.ts";
import { refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useSession } from "../../../../access/session-store.ts";
import { maxNameLength } from "../policy.ts";
import { messages } from "../problems.ts";
import type { OwnCertificate } from "./certificate-panel.tsx";

interface CertificateNameFormProps {
  readonly email: string;
  readonly classId: string;
  readonly own: OwnCertificate;
}

export function CertificateNameForm({ email, classId, own }: CertificateNameFormProps): ReactNode {
  const { needsAge } = useSession();
  const location = useLocation();
  const { form, errors, isBusy, failure } = useForm(
    ["name", "isNamed"],
    ({ name }): { name?: string } => (name.trim() ? {} : { name: messages.noName }),
    async ({ name, isNamed }) => {
      const body = { name: name.trim(), isNamed: isNamed !== "" };
      await api("PATCH /learning/{email}/class/{classId}/certificate", { params: { email, classId }, body });
      await refetchCalls("GET /learning/{email}/class/{classId}/certificate");
      toast("Your certificate’s name is saved");
    },
  );
  return (
    <form {...form} className="form certificate-name">
      <TextField
        name="name"
        label="Name"
        hint="As you’d sign a drawing. Our pens write Latin, Cyrillic, Greek and Japanese. For any other script, the drawing shows a link to the page with your name."
        defaultValue={own.name}
        maxLength={maxNameLength}
        autoComplete="name"
        error={errors.name}
        required
      />
      <label className="certificate-shown">
        <input type="checkbox" name="isNamed" defaultChecked={own.isNamed} />
        <span>Show my name on the certificate and its page, to anyone with the link</span>
      </label>
      {own.needsGuardian && (
        <p className="note">
          {needsAge ? (
            <>
              Before your name is shown,{" "}
              <Link to="/signup/age" state={asOrigin(location)}>
                tell us whether you’re 18 or older
              </Link>
              .
            </>
          ) : (
            "Your guardian hasn’t agreed to a public name yet."
          )}{" "}
          Until then, the line stays blank for your pen.
        </p>
      )}
      <FormError>{failure}</FormError>
      <Button type="submit" size="small" busy={isBusy && "Saving …"}>
        Save
      </Button>
    </form>
  );
}
