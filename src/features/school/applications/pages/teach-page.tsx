import { Suspense } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "../../../../ui/button.tsx";
import { SectionHeading } from "../../../../ui/heading.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { describePage } from "../../../../pages/page-meta.ts";
import { asOrigin } from "../../../../access/origin.ts";
import { useSession } from "../../../../access/session-store.ts";
import { SessionWait } from "../../../../access/session-wait.tsx";
import type { Route } from "./+types/teach-page";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "./teach-page.css";

const ApplicationForm = lazyPart(() => import("./application-form.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Teach on Senga",
    description:
      "Teach anime and manga drawing: your price, your seats, your cover, and written feedback before your first student arrives.",
    path: "/teach",
  });

const steps = [
  {
    title: "Apply",
    text: "Write a few lines about what you draw and show us your portfolio. The form is on this page.",
  },
  {
    title: "Set up a class",
    text: "Give it a name, a level and a cover. You set the price and the number of seats, and can change them later.",
  },
  {
    title: "Send it for review",
    text: "We review every class before it goes live, and approve it or tell you what to change.",
  },
  {
    title: "Read the feedback",
    text: "You’ll find our notes next to your class, like an editor’s comments on a page.",
  },
] as const;

const hints = [
  "What you draw and for how long",
  "Any teaching experience (none is fine)",
  "The first class you’d teach, and its level",
] as const;

export default function TeachPage() {
  return (
    <>
      <section className="teach-opening">
        <div className="wrap">
          <div className="teach-copy">
            <h1 tabIndex={-1}>Teach the thing you draw best.</h1>
            <p>
              Set your price and your seats, upload a cover, and send your class for review. You’ll get
              written feedback, like notes from a good editor.
            </p>
            <a className="button is-paper" href="#apply">
              Apply to teach
            </a>
          </div>
          <div className="teach-art">
            <img src="/drawings/promo-nib.svg" width="760" height="420" alt="" />
          </div>
        </div>
      </section>
      <section className="wrap section" aria-labelledby="how">
        <SectionHeading id="how" aside={<p className="note">in four panels</p>}>
          How it works
        </SectionHeading>
        <ol role="list" className="teach-steps">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="panel">
              <span className="teach-number" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="card-title">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="wrap columns teach-apply" id="apply" aria-labelledby="apply-title">
        <div>
          <h2 id="apply-title">Apply to teach</h2>
          <p className="lede">
            You don’t need a finished class. Show us how you draw and tell us how you’d teach it.
          </p>
          <ul role="list" className="teach-hints">
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
          <p className="teach-terms">
            We read every application and reply by email. Your share of what students pay is set in a separate
            agreement between you and us.
          </p>
        </div>
        <div className="teach-form panel">
          <Application />
        </div>
      </section>
    </>
  );
}

function Application() {
  const { isLoading, user, role } = useSession();
  const location = useLocation();
  if (isLoading || (user && !role)) {
    return (
      <>
        <SessionWait label="Loading" />
        <noscript>
          <p>
            This form needs JavaScript. If you can’t turn it on, <a href="/contact-us">write to us</a>.
          </p>
        </noscript>
      </>
    );
  }
  if (!user) {
    return (
      <>
        <p>You need an account to apply, so we know who to reply to. A brand-new one is fine.</p>
        <div className="actions teach-actions">
          <ButtonLink to="/login" state={asOrigin(location)}>
            Log in to apply
          </ButtonLink>
          <ButtonLink to="/signup" state={asOrigin(location)} look="quiet">
            Create an account
          </ButtonLink>
        </div>
      </>
    );
  }
  if (role === "student") {
    return (
      <Suspense fallback={<ProgressBar label="Opening the form" />}>
        <ApplicationForm email={user.email} />
      </Suspense>
    );
  }
  return (
    <>
      <p>
        {role === "instructor"
          ? "You’re already teaching on Senga. Your classes are in your dashboard."
          : "You’re an admin. Applications are in your dashboard."}
      </p>
      <div className="actions teach-actions">
        <ButtonLink to={role === "admin" ? "/dashboard/applications" : "/dashboard"}>
          {role === "admin" ? "Open Applications" : "Open your dashboard"}
        </ButtonLink>
      </div>
    </>
  );
}
