import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { type Answer, apiQuery, refetchCalls } from "../../../../access/api-query.ts";
import { Hanamaru } from "../../../../ui/dialog.tsx";
import { Button } from "../../../../ui/button.tsx";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { asOrigin } from "../../../../access/origin.ts";
import { api } from "../../../../access/session.ts";
import { useSession } from "../../../../access/session-store.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { effortWords, watchedPercent, maxNameLength, messages } from "../policy.ts";
import "./certificate-panel.css";

type OwnCertificate = Answer<"GET /learning/{email}/class/{classId}/certificate">;

const pollMilliseconds = 2000;

interface CertificatePanelProps {
  readonly classId: string;
  /** Then the panel is the page's subject, and reserves its space while it loads. */
  readonly isFinished?: boolean;
}

export function CertificatePanel({ classId, isFinished = false }: CertificatePanelProps) {
  const { email } = useMember().user;
  const { data: own } = useQuery({
    ...apiQuery("GET /learning/{email}/class/{classId}/certificate", { params: { email, classId } }),
    refetchInterval: ({ state }) => state.data?.state === "on-its-way" && pollMilliseconds,
  });
  if (!own && isFinished) return <div className="panel stack is-close certificate-panel is-finished" />;
  if (!own || (own.state === "studying" && own.effort.lessons === 0)) return null;
  return (
    <section
      className={
        isFinished
          ? "panel stack is-close certificate-panel is-finished"
          : "panel stack is-close certificate-panel"
      }
      aria-labelledby="certificate"
    >
      <h2 id="certificate">Your certificate</h2>
      <div className="stack is-tight certificate-panel-state" role="status">
        <CertificateState own={own} />
      </div>
      {own.state !== "revoked" && (
        <details>
          <summary>Name on your certificate</summary>
          <CertificateNameForm classId={classId} own={own} />
        </details>
      )}
    </section>
  );
}

function CertificateState({ own }: { readonly own: OwnCertificate }) {
  const page = `/certificates/${own.number}`;
  switch (own.state) {
    case "studying":
      return <WhatIsMissing effort={own.effort} />;
    case "on-its-way":
      return <p>You finished this class. Your certificate is being signed and will be here in a moment.</p>;
    case "issued":
      return (
        <>
          <span className="certificate-picture">
            <img src={`${page}/certificate.svg`} width="1400" height="990" alt="" loading="lazy" />
            <Hanamaru />
          </span>
          <p>You finished this class. {effortWords(own.effort).slice(0, 2).join(", ")}.</p>
          <p className="cluster is-level is-loose">
            <Link className="button is-small" to={page}>
              See your certificate
            </Link>
            <a href={`${page}/certificate.pdf`} download>
              PDF
            </a>
          </p>
        </>
      );
    case "revoked":
      return (
        <p>
          Your certificate was revoked. <Link to={page}>Its page</Link> says when.
        </p>
      );
  }
}

function WhatIsMissing({ effort }: Pick<OwnCertificate, "effort">) {
  const { lessons, done, exercises, accepted, seconds, watchedSeconds } = effort;
  const watched = seconds === 0 ? 100 : Math.floor((100 * watchedSeconds) / seconds);
  return (
    <>
      <p>You’ll get it automatically when you finish:</p>
      <ul role="list">
        <li>
          {done} of {lessons} {lessons === 1 ? "lesson" : "lessons"} done
        </li>
        {exercises > 0 ? (
          <li>
            {accepted} of {exercises} {exercises === 1 ? "exercise" : "exercises"} accepted
          </li>
        ) : (
          seconds > 0 && (
            <li>
              {watched}% of the videos watched ({watchedPercent}% needed)
            </li>
          )
        )}
      </ul>
    </>
  );
}

interface CertificateNameFormProps {
  readonly classId: string;
  readonly own: OwnCertificate;
}

function CertificateNameForm({ classId, own }: CertificateNameFormProps) {
  const { email } = useMember().user;
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
    <form {...form} className="form stack is-start is-close certificate-name">
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
      <Button type="submit" size="small" busy={isBusy && "Saving…"}>
        Save
      </Button>
    </form>
  );
}
