import { Link, useSearchParams } from "react-router";
import { apiContext } from "../../../../pages/contexts.ts";
import { answerForm } from "../../../../pages/posted-form.ts";
import type { Route } from "./+types/newsletter-confirm-page";
import { NewsletterSheet } from "./newsletter-sheet.tsx";

export const meta = () => [
  { title: "Confirm your subscription · Senga" },
  { name: "robots", content: "noindex" },
];

export async function action({ request, context }: Route.ActionArgs) {
  const call = context.get(apiContext);
  return answerForm(() =>
    call("POST /newsletter/confirm", {
      body: { token: new URL(request.url).searchParams.get("token") ?? "" },
    }),
  );
}

export default function NewsletterConfirmPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <NewsletterSheet
      title="Confirm your subscription"
      lede="One more click and we’ll email you when there are new classes, once a week at most. Every email has a link to unsubscribe."
      button="Confirm my subscription"
      busy="Confirming…"
      onSend={async () => {
        const { api } = await import("../../../../access/session.ts");
        await api("POST /newsletter/confirm", { body: { token } });
      }}
      posted={actionData}
      done={{
        title: "You’re on the list",
        text: (
          <>
            Your email is confirmed. In the meantime, <Link to="/classes">see what you can learn now</Link>.
          </>
        ),
      }}
      footnote={
        <>
          Link not working? <Link to="/newsletter">Get a new one</Link>
        </>
      }
    />
  );
}
