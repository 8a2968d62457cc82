import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "../../../../pages/contexts.ts";
import { answerForm } from "../../../../pages/posted-form.ts";
import type { Route } from "./+types/newsletter-unsubscribe-page";
import { NewsletterSheet } from "./newsletter-sheet.tsx";

export const meta = () => [{ title: "Unsubscribe · Senga" }, { name: "robots", content: "noindex" }];

/** Mail clients without one-click support open the endpoint's URL in a browser. */
export function loader({ params }: Route.LoaderArgs) {
  if (params.token === undefined) return null;
  throw redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(params.token)}`);
}

export async function action({ request, context }: Route.ActionArgs) {
  const call = context.get(apiContext);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return answerForm(() => call("POST /newsletter/unsubscribe/{token}", { params: { token } }));
}

export default function NewsletterUnsubscribePage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <NewsletterSheet
      title="Unsubscribe"
      lede="One click and you won’t get any more newsletters."
      button="Unsubscribe"
      busy="Unsubscribing…"
      onSend={async () => {
        const { api } = await import("../../../../access/session.ts");
        await api("POST /newsletter/unsubscribe/{token}", { params: { token } });
      }}
      posted={actionData}
      done={{
        title: "You’re unsubscribed",
        text: (
          <>
            You won’t get any more newsletters. Changed your mind?{" "}
            <Link to="/newsletter">Subscribe again</Link>.
          </>
        ),
      }}
      footnote={
        <>
          Not working? <Link to="/contact-us">Write to us</Link> and we’ll take you off the list.
        </>
      }
    />
  );
}
