import { type ReactNode, Suspense, lazy } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { describePage } from "../../web/page-meta.ts";
import { asOrigin } from "../accounts/origin.ts";
import { useSession } from "../accounts/session-store.ts";
import type { Route } from "./+types/teach-page";
import "./teach-page.css";

// Only students apply.
const ApplicationForm = lazy(() => import("./application-form.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Teach on Senga",
    description:
      "Teach anime and manga drawing: your price, your seats, your cover, and written feedback before the first student comes.",
    path: "/teach",
  });

const steps = [
  {
    title: "Apply",
    text: "Write a few lines about what you draw and show us your portfolio. The form is on this page.",
  },
  {
    title: "Set up a class",
    text: "Give it a name, a level and a cover. The price and the number of seats are yours to set, and to change.",
  },
  {
    title: "Send it for review",
    text: "We look at each class before students see it, and approve it or tell you why not.",
  },
  {
    title: "Read the feedback",
    text: "Our notes stand in writing beside your class, the way an editor would write them on your page.",
  },
] as const;

/** What helps us to decide. */
const hints = [
  "What you draw, and since when",
  "Whom you have taught, if anybody yet",
  "Which class you would open first, and for which level",
] as const;

export default function TeachPage(): ReactNode {
  return (
    <>
      <section className="teach-opening">
        <div className="wrap">
          <div className="teach-copy">
            <h1 tabIndex={-1}>Teach the thing you draw best.</h1>
            <p>
              Set your price and your seats, upload a cover, and send your class for review. We answer with
              written feedback, the way an editor would.
            </p>
            <a className="button" href="#apply">
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
        <ol className="teach-steps">
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
      <section className="wrap teach-apply" id="apply" aria-labelledby="apply-title">
        <div>
          <h2 id="apply-title">Apply to teach</h2>
          <p className="lede">
            You need no finished class to apply. We want to see how you draw, and to read how you would
            explain it.
          </p>
          <ul className="teach-hints">
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </div>
        <div className="teach-form panel">
          <Application />
        </div>
      </section>
    </>
  );
}

/** What the visitor can do about it: log in, apply, or go on teaching. */
function Application(): ReactNode {
  const { isLoading, user, role } = useSession();
  const location = useLocation();
  if (isLoading || (user && !role)) {
    return (
      <>
        <ProgressBar label="Finding out who you are" />
        <noscript>
          <p>
            The form needs JavaScript. Without it, <a href="/contact-us">write to us</a>.
          </p>
        </noscript>
      </>
    );
  }
  if (!user) {
    return (
      <>
        <p>An application belongs to an account, so that we know whom to answer. A new one will do.</p>
        <div className="teach-actions">
          <ButtonLink to="/login" state={asOrigin(location)}>
            Login to apply
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
          ? "You teach on Senga already. Your classes are in your dashboard."
          : "You run this school already. Those who apply are in Manage Users."}
      </p>
      <div className="teach-actions">
        <ButtonLink to="/dashboard">Open your dashboard</ButtonLink>
      </div>
    </>
  );
}
