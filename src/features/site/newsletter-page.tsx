import type { ReactNode } from "react";
import { Link } from "react-router";
import { apiContext } from "../../web/contexts.ts";
import { describePage } from "../../web/page-meta.ts";
import { answerForm, readForm } from "../../web/posted-form.ts";
import { AuthSheet } from "../accounts/auth-sheet.tsx";
import type { Route } from "./+types/newsletter-page";
import NewsletterPanel from "./newsletter-panel.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Newsletter · Senga",
    description: "A short note when a drawing class opens on Senga. Nothing else, and one click ends it.",
    path: "/newsletter",
  });

/** Where the newsletter's form leads without a script, from whichever page it is on. */
export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request);
  const body = { name: values["newsletter-name"] ?? "", email: values["newsletter-email"] ?? "" };
  const call = context.get(apiContext);
  return answerForm(() => call("POST /newsletter", { body }), values);
}

export default function NewsletterPage({ actionData }: Route.ComponentProps): ReactNode {
  if (actionData?.isDone) {
    return (
      <AuthSheet title="You have subscribed!">
        <p>
          A mail is on its way to you: open its link to confirm your address. Until then:{" "}
          <Link to="/classes">see what is taught now</Link>.
        </p>
      </AuthSheet>
    );
  }
  return (
    <div className="page-section">
      <NewsletterPanel posted={actionData} headingLevel={1} />
    </div>
  );
}
