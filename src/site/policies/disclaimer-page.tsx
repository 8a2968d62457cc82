import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { siteContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/disclaimer-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Disclaimer · Senga",
    description:
      "What classes on Senga are and aren’t: no promised results, no accredited degree, instructors’ own views, other people’s sites and characters.",
    path: "/disclaimer",
  });

const policy: Policy = {
  title: "Disclaimer",
  inShort: [
    "The classes are for learning to draw. How far you get depends on you and your practice; we can’t promise results.",
    "A certificate says you completed a class. It is not an accredited degree.",
    "Instructors speak for themselves, and so do other sites.",
    "None of this takes away rights you have by law.",
  ],
  sections: [
    {
      title: "For learning",
      body: [
        "Everything on Senga, from classes and materials to feedback and what’s said in class galleries, is there to teach and encourage. It’s general in nature and isn’t professional, legal, financial or medical advice. If you plan to make a living from drawing, sign a contract or sell your work, ask someone who knows your situation.",
      ],
    },
    {
      title: "No promised results",
      body: [
        "You learn to draw by drawing. How good you get, and how fast, depends on where you start, how much you practice and things no instructor controls. We don’t promise any particular skill, a place at a school, a job, a commission or an income.",
        "A class’s level is its instructor’s judgment of who it suits. Beginner, intermediate and advanced may mean something different to someone else.",
        "The drawings on this site show what the classes are about. They aren’t student work, and they’re no measure of what yours will look like.",
      ],
    },
    {
      title: "Certificates",
      body: [
        "A certificate on completion says that you completed a class here, which one, and who taught it. It isn’t a degree, a license or an accredited qualification, and no authority or school has to recognize it.",
      ],
    },
    {
      title: "Instructors speak for themselves",
      body: [
        "Instructors write and teach their own classes. We review each class before it’s listed, but we don’t check every sentence and every line, lessons may be added and changed afterwards, and an instructor’s opinions aren’t ours. If something in a class is wrong, illegal or hurtful, tell us and we’ll look into it.",
      ],
    },
    {
      title: "Accurate, as far as we can",
      body: [
        "We try to keep everything here accurate and up to date, including descriptions, prices and seats, but mistakes happen. What you pay is what the payment page shows when you pay. If you spot a mistake, please tell us.",
        "The site is offered as it is. As far as the law allows, we don’t guarantee that it will always be available, free of errors or suited to a particular purpose. Keep copies of your drawings: we don’t store them for you.",
      ],
    },
    {
      title: "Other sites and services",
      body: [
        "Some things lead elsewhere: payments to Stripe, Google if you choose to log in with it, pictures people load from other sites, and links instructors share. We don’t control those places and aren’t responsible for them. Their own terms and privacy policies apply.",
        "Stripe, Google and other names belong to their owners. Naming them doesn’t mean they endorse us, or that we endorse them.",
      ],
    },
    {
      title: "Characters and references",
      body: [
        "Anime and manga characters belong to the people who created them. Learning by copying is as old as drawing. Publishing or selling what you’ve copied may need permission: find out before you do. Nothing on Senga gives you a license to someone else’s character.",
      ],
    },
    {
      title: "Your hands and eyes",
      body: [
        "Long hours of drawing strain your hands, back and eyes. Take breaks. Use pens, blades, inks and sprays the way their makers say. If something hurts and keeps hurting, stop and see a doctor: class exercises aren’t a treatment.",
      ],
    },
    {
      title: "Demo sites",
      body: [
        "Senga is open-source software, and anyone can run it to try it out. A demo site says that it’s one on its payment, login and email pages. Its classes, people and payments are made up: no card is charged and no class is owed. Don’t enter a real card number or a password you use elsewhere.",
      ],
    },
    {
      title: "Our liability",
      body: [
        <>
          The <Link to="/terms-and-conditions#our-liability">Terms and Conditions</Link> say what we’re liable
          for, and up to what amount. Nothing on this page limits what the law doesn’t let us limit, or takes
          away your rights as a consumer or under our <Link to="/refund-policy">Refund Policy</Link>.
        </>,
      ],
    },
    {
      title: "Contact",
      body: [
        <>
          Email <SupportMail />, or use the <Link to="/contact-us">contact page</Link>. We respond within
          24–48 hours.
        </>,
      ],
    },
  ],
};

export default function DisclaimerPage(): ReactNode {
  return <PolicyLayout policy={policy} />;
}
