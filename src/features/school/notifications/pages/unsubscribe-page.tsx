import { useEffect, useState } from "react";
import { Link, data, redirect, useRevalidator, useSearchParams } from "react-router";
import { apiContext } from "../../../../pages/contexts.ts";
import { type FormOutcome, answerForm, readForm } from "../../../../pages/posted-form.ts";
import { isProblem } from "../../../../platform/errors.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import type { Route } from "./+types/unsubscribe-page";
import { AlwaysMailed, MailChoices } from "./mail-choices.tsx";

export const meta = () => [{ title: "Unsubscribe · Senga" }, { name: "robots", content: "noindex" }];

/** The page contains one person's choices. */
export const headers = () => ({ "cache-control": "private, no-store" });

const tokenIn = ({ url }: Request): string => new URL(url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  // Mail programs without one-click support open the endpoint's URL in a browser.
  if (pathname.startsWith("/api/")) throw redirect(`/notifications/unsubscribe${search}`);
  const call = context.get(apiContext);
  try {
    return (await call("GET /notifications/mail-link", { query: { token: tokenIn(request) } })).answer;
  } catch (error) {
    if (!isBroken(error)) throw error;
    return data(null, { status: 404 });
  }
}

function isBroken(error: unknown): boolean {
  if (error instanceof Response) return error.status === 404;
  return isProblem(error) && error.type.status < 429;
}

export async function action({ request, context }: Route.ActionArgs) {
  const call = context.get(apiContext);
  const query = { token: tokenIn(request) };
  const frequencies = await readForm(request);
  const isChoice = Object.keys(frequencies).length > 0;
  const { data: outcome, init } = await answerForm(() =>
    isChoice
      ? call("PATCH /notifications/mail-link", { query, body: frequencies })
      : call("POST /notifications/unsubscribe", { query }),
  );
  return data({ ...outcome, isChoice }, init ?? {});
}

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const query = { token: search.get("token") ?? "" };
  if (!loaderData) return <BrokenLink />;
  const post = async (work: (api: Api) => Promise<unknown>): Promise<void> => {
    const { api } = await import("../../../../access/session.ts");
    await work(api);
    await revalidate();
  };
  return (
    <AuthSheet scene="letter" title="Unsubscribe">
      <EndMails
        titles={loaderData.kinds}
        posted={actionData?.isChoice ? undefined : actionData}
        end={() => post((api) => api("POST /notifications/unsubscribe", { query }))}
      />
      <h2 className="mail-choices-title">Or choose how often</h2>
      <MailChoices
        choices={loaderData.choices}
        posted={actionData?.isChoice ? actionData : undefined}
        save={(body) => post((api) => api("PATCH /notifications/mail-link", { query, body }))}
      />
      <AlwaysMailed />
    </AuthSheet>
  );
}

type Api = (typeof import("../../../../access/session.ts"))["api"];

interface EndMailsProps {
  readonly titles: readonly string[];
  readonly end: () => Promise<void>;
  readonly posted: FormOutcome | undefined;
}

const list = new Intl.ListFormat("en-US");

/** Requires a click: mail scanners follow links. */
function EndMails({ titles, end, posted }: EndMailsProps) {
  const [isDone, setDone] = useState(posted?.isDone ?? false);
  const { form, isBusy, failure } = useForm(
    [],
    () => ({}),
    async () => {
      await end();
      setDone(true);
    },
  );
  // The focused button is gone.
  useEffect(() => {
    if (isDone) document.querySelector<HTMLElement>("h1")?.focus();
  }, [isDone]);
  const subject = list.format(titles.map((title) => title.toLowerCase()));
  return (
    <>
      <p className="lede" role="status">
        {isDone
          ? `Done: we won’t email you about ${subject} anymore. You’ll still find them on Senga.`
          : `One click, and we won’t email you about ${subject} anymore. You’ll still find them on Senga.`}
      </p>
      {!isDone && (
        <form {...form} data-needs-script={undefined} className="form">
          <Button type="submit" block busy={isBusy && "Unsubscribing…"}>
            Unsubscribe
          </Button>
          <FormError>{failure ?? posted?.failure}</FormError>
        </form>
      )}
    </>
  );
}

const BrokenLink = () => (
  <AuthSheet
    scene="letter"
    title="This link is broken"
    lede="Part of it is missing. Open it from the email again, or log in and choose there."
  >
    <ButtonLink to="/dashboard/notifications/choices">Log in and choose</ButtonLink>
    <p className="auth-other">
      Not working? <Link to="/contact-us">Write to us</Link> and we’ll do it for you.
    </p>
  </AuthSheet>
);
