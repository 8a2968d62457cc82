import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { apiContext } from "../../../../pages/contexts.ts";
import { answerForm, readForm } from "../../../../pages/posted-form.ts";
import { isProblem } from "../../../../platform/errors.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { AnswerForm } from "../../../../ui/answer-form.tsx";
import type { Route } from "./+types/guardian-page";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import type { GuardianDecision, GuardianState } from "../state.ts";

export const meta = () => [
  { title: "A guardian’s consent · Senga" },
  { name: "referrer", content: "same-origin" },
  { name: "robots", content: "noindex" },
];

/** The page contains one person's answer. */
export const headers = () => ({ "cache-control": "private, no-store" });

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    const call = context.get(apiContext);
    return (await call("GET /guardian/{token}", { params: { token: tokenOf(request) } })).answer;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const call = context.get(apiContext);
  const decision = (await readForm(request))["decision"] as GuardianDecision;
  return answerForm(() =>
    call("POST /guardian/{token}", { params: { token: tokenOf(request) }, body: { decision } }),
  );
}

interface Page {
  readonly title: string;
  readonly text: (name: string, since: string) => string;
  readonly answers: readonly (readonly [decision: GuardianDecision, label: string])[];
}

const pages: Record<GuardianState, Page> = {
  asked: {
    title: "Do you agree?",
    text: (name) => `${name} is under 18 and has named you as their parent or guardian.`,
    answers: [
      ["agree", "I agree"],
      ["decline", "I don’t agree"],
    ],
  },
  given: {
    title: "You agreed",
    text: (name, since) =>
      `${name} has been able to buy classes and take part in their galleries since ${since}. You can withdraw your consent at any time; everything they’ve shared will be hidden right away.`,
    answers: [["decline", "Withdraw my consent"]],
  },
  refused: {
    title: "You didn’t agree",
    text: (name) =>
      `${name} can’t buy classes or take part in galleries. We won’t email you again. If you change your mind, this link still works.`,
    answers: [["agree", "I agree after all"]],
  },
  withdrawn: {
    title: "You withdrew your consent",
    text: (name, since) =>
      `${name} hasn’t been able to buy classes or take part in galleries since ${since}, and everything they’d shared is hidden. If you change your mind, this link still works.`,
    answers: [["agree", "Agree again"]],
  },
};

/** In UTC, so that server and browser agree. */
const dayText = (moment: unknown): string =>
  new Date(String(moment)).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

export default function GuardianPage({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const [answered, setAnswered] = useState<GuardianState>();
  // The focused button is gone.
  useEffect(() => {
    if (answered) document.querySelector<HTMLElement>("h1")?.focus();
  }, [answered]);
  if (!loaderData) return <UnknownLink />;

  const { minor, state, since } = loaderData;
  const current = answered ?? state;
  const { title, text, answers } = pages[current];
  const decide = async (decision: GuardianDecision): Promise<void> => {
    const { api } = await import("../../../../access/session.ts");
    const answer = await api("POST /guardian/{token}", { params: { token }, body: { decision } });
    setAnswered(answer.state);
  };
  return (
    <AuthSheet scene="letter" title={title}>
      <p>{text(minor.name, answered ? "today" : dayText(since))}</p>
      <p className="auth-notice">
        Account: {minor.name}, {minor.email}
      </p>
      {current !== "given" && <WhatItMeans />}
      {answers.map(([decision, label], index) => (
        <AnswerForm
          key={decision}
          name="decision"
          value={decision}
          label={label}
          look={index === 0 && decision === "agree" ? "solid" : "quiet"}
          failure={actionData?.failure}
          onSend={() => decide(decision)}
        />
      ))}
      <p className="auth-other">
        Questions? <Link to="/contact-us">Write to us</Link>, or read our{" "}
        <Link to="/privacy-policy">Privacy Policy</Link> first.
      </p>
    </AuthSheet>
  );
}

function WhatItMeans() {
  return (
    <>
      <p>With your consent, they can</p>
      <ul className="guardian-meaning">
        <li>buy classes;</li>
        <li>share drawings with the other students in a class, one at a time, if they choose to;</li>
        <li>comment on drawings there (anyone can report a comment, and our team reviews every report);</li>
        <li>put their name on a certificate that others can see.</li>
      </ul>
      <p>
        Without it, they can select classes but not pay for them. In classes they already have, only their
        instructor and our admins see their drawings, and their name isn’t on any public page. Senga has no
        private messages.
      </p>
    </>
  );
}

function UnknownLink() {
  return (
    <AuthSheet scene="rain" title="This link doesn’t work">
      <p role="status">
        The link may be incomplete or out of date: perhaps another guardian was named, or the student has
        turned 18.
      </p>
      <p className="auth-other">
        <ButtonLink to="/guardian/link" block>
          Send me a new link
        </ButtonLink>
      </p>
    </AuthSheet>
  );
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Response ? error.status < 500 : isProblem(error);
