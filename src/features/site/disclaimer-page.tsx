import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteContext } from "../../web/contexts.ts";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/disclaimer-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Disclaimer · Senga",
    description:
      "What the classes on Senga are and are not: no promise of results, no accredited degree, instructors’ own views, other people’s sites and characters.",
    path: "/disclaimer",
  });

const policy: Policy = {
  title: "Disclaimer",
  inShort: [
    "The classes are for learning to draw. How far you get depends on you and on practice; we promise no result.",
    "A certificate says that you completed a class. It is not an accredited degree.",
    "What instructors teach and say is theirs. What other sites do is theirs, too.",
    "None of this takes away a right that the law gives you.",
  ],
  sections: [
    {
      title: "For learning",
      body: [
        "Everything on Senga, from classes and materials to feedback and what is said in support groups, is there to teach and to encourage. It is general in nature and is not professional, legal, financial or medical advice. If you plan to live from drawing, sign a contract or sell what you have drawn, ask somebody who knows your case.",
      ],
    },
    {
      title: "No promise of results",
      body: [
        "Drawing is learned by drawing. How good you become, and how soon, depends on where you start, on how much you practise and on things that no teacher decides. We do not promise a certain skill, a place at a school, a job, a commission or an income.",
        "The level of a class is its instructor’s judgement of whom it suits. Beginner, intermediate and advanced may mean something different to somebody else.",
        "The drawings on this site show what the classes are about. They are not work by students, and not a measure of what yours will look like.",
      ],
    },
    {
      title: "Certificates",
      body: [
        "A certificate on completion says that you completed a class here, which one, and who taught it. It is not a degree, a licence or an accredited qualification, and no authority or school has to recognise it.",
      ],
    },
    {
      title: "Instructors speak for themselves",
      body: [
        "Instructors write and teach their own classes. We look at a class before it is listed, but we do not check every sentence and every line, and an instructor’s opinions are not ours. If something in a class is wrong, unlawful or hurtful, tell us, and we look into it.",
      ],
    },
    {
      title: "Correct and complete, as far as we can",
      body: [
        "We try to keep what is on this site correct and up to date, descriptions, prices and seats included, but mistakes happen. What you pay is what the payment page shows when you pay. If you find a mistake, we are glad to hear of it.",
        "The site is offered as it is. As far as the law allows, we give no guarantee that it will always be reachable, free of errors or suited to a particular purpose. Keep copies of your drawings: we do not store them for you.",
      ],
    },
    {
      title: "Other people’s sites and services",
      body: [
        "Some things lead elsewhere: payments to Stripe, sign-in to Google if you choose it, pictures that people show from addresses of their own, and links that instructors give. We do not control those places and do not answer for what they do. Their own terms and privacy policies apply there.",
        "Stripe, Google and other names belong to their owners. Naming them does not mean that they recommend us, or we them.",
      ],
    },
    {
      title: "Characters and references",
      body: [
        "Anime and manga characters belong to those who created them. Learning by copying is as old as drawing. Publishing or selling what you have copied may need permission: find out before you do. Nothing on Senga gives you a licence to somebody else’s character.",
      ],
    },
    {
      title: "Your hands and eyes",
      body: [
        "Long hours of drawing strain hands, back and eyes. Take breaks. Use pens, blades, inks and sprays as their makers say. If something hurts and goes on hurting, stop, and see a doctor: exercises in a class are no treatment.",
      ],
    },
    {
      title: "Demonstrations",
      body: [
        "Senga is open-source software, and anybody can run it to try it out. A site that runs as a demonstration says so on its payment, sign-in and mail pages. There, classes, people and payments are made up: no card is charged and no class is owed. Do not enter a real card number or a password that you use elsewhere.",
      ],
    },
    {
      title: "What we answer for",
      body: [
        <>
          What we are liable for, and up to which amount, is told by the{" "}
          <Link to="/terms-and-conditions#what-we-answer-for">Terms and Conditions</Link>. Nothing on this
          page limits what the law does not let us limit, and nothing takes away your rights as a consumer or
          the refunds of our <Link to="/refund-policy">Refund Policy</Link>.
        </>,
      ],
    },
    {
      title: "How to reach us",
      body: [
        <>
          By e-mail at <SupportMail />, or on the <Link to="/contact-us">contact page</Link>. We respond
          within 24–48 hours.
        </>,
      ],
    },
  ],
};

export default function DisclaimerPage(): ReactNode {
  return <PolicyLayout policy={policy} />;
}
