import { type ReactNode, useEffect, useState } from "react";
import { Link, redirect, useLocation } from "react-router";
import { apiContext } from "../../../../pages/contexts.ts";
import { answerForm } from "../../../../pages/posted-form.ts";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import { Button } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import type { Route } from "./+types/newsletter-link-page";

interface LinkAnswer {
  readonly title: string;
  readonly lede: string;
  readonly button: string;
  readonly busy: string;
  readonly done: { readonly title: string; readonly text: ReactNode };
  readonly footnote: ReactNode;
}

const answers = {
  confirm: {
    title: "Confirm your subscription",
    lede: "One more click and we’ll email you when there are new classes, once a week at most. Every email has a link to unsubscribe.",
    button: "Confirm my subscription",
    busy: "Confirming…",
    done: {
      title: "You’re on the list",
      text: (
        <>
          Your email is confirmed. In the meantime, <Link to="/classes">see what you can learn now</Link>.
        </>
      ),
    },
    footnote: (
      <>
        Link not working? <Link to="/newsletter">Get a new one</Link>
      </>
    ),
  },
  unsubscribe: {
    title: "Unsubscribe",
    lede: "One click and you won’t get any more newsletters.",
    button: "Unsubscribe",
    busy: "Unsubscribing…",
    done: {
      title: "You’re unsubscribed",
      text: (
        <>
          You won’t get any more newsletters. Changed your mind? <Link to="/newsletter">Subscribe again</Link>
          .
        </>
      ),
    },
    footnote: (
      <>
        Not working? <Link to="/contact-us">Write to us</Link> and we’ll take you off the list.
      </>
    ),
  },
} as const satisfies Readonly<Record<string, LinkAnswer>>;

const answerAt = (pathname: string): keyof typeof answers =>
  /^\/newsletter\/confirm\/?$/i.test(pathname) ? "confirm" : "unsubscribe";

const tokenIn = (search: string): string => new URLSearchParams(search).get("token") ?? "";

export const meta: Route.MetaFunction = ({ location }) => [
  { title: `${answers[answerAt(location.pathname)].title} · Senga` },
  { name: "robots", content: "noindex" },
];

/** Mail clients without one-click support open the endpoint's URL in a browser. */
export function loader({ params }: Route.LoaderArgs) {
  if (params.token === undefined) return null;
  throw redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(params.token)}`);
}

export async function action({ request, context }: Route.ActionArgs) {
  const call = context.get(apiContext);
  const { pathname, search } = new URL(request.url);
  const token = tokenIn(search);
  return answerForm(() =>
    answerAt(pathname) === "confirm"
      ? call("POST /newsletter/confirm", { body: { token } })
      : call("POST /newsletter/unsubscribe/{token}", { params: { token } }),
  );
}

/** Requires a click: mail scanners follow links. */
export default function NewsletterLinkPage({ actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const answer = answerAt(pathname);
  const { title, lede, button, busy, done, footnote } = answers[answer];
  const [isDone, setDone] = useState(actionData?.isDone ?? false);
  const { form, isBusy, failure } = useForm(
    [],
    () => ({}),
    async () => {
      const { api } = await import("../../../../access/session.ts");
      const token = tokenIn(search);
      await (answer === "confirm"
        ? api("POST /newsletter/confirm", { body: { token } })
        : api("POST /newsletter/unsubscribe/{token}", { params: { token } }));
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
        <FormError>{failure ?? actionData?.failure}</FormError>
      </form>
      <p className="auth-other">{footnote}</p>
    </AuthSheet>
  );
}
