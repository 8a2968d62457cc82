import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteContext } from "../../web/contexts.ts";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/terms-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Terms and Conditions · Senga",
    description:
      "The agreement between you and Senga: who may use it, how classes are bought and taught, what is yours, what is not, and what happens when things go wrong.",
    path: "/terms-and-conditions",
  });

const policy: Policy = {
  title: "Terms and Conditions",
  inShort: [
    "You must be 18, or have the consent of a parent or guardian.",
    "You buy a seat in a class for yourself. Its lessons and materials are for your own learning, and what you draw is yours.",
    <>
      Purchases are final once accessed, except where our <Link to="/refund-policy">Refund Policy</Link> gives
      you your money back: within 7 days, with less than 20% of the course accessed.
    </>,
    "Instructors answer for what they teach. Be decent to each other.",
  ],
  sections: [
    {
      title: "What this is",
      body: [
        "Senga is an online marketplace for art and anime drawing classes. Instructors offer classes, students buy seats in them, and we run the place where they meet. “We” and “us” are the company or school that runs this site. “You” are whoever uses it.",
        "By making an account or buying a class you agree to these terms. If you do not agree, please do neither; you are welcome to look around.",
      ],
    },
    {
      title: "Who may use Senga",
      body: [
        "You must be at least 18 years old. If you are younger, you may use Senga only with the consent of a parent or guardian, who agrees to these terms for you, answers for what you do here and makes the purchases.",
        "If we learn that somebody younger uses an account without that consent, we close it. A parent or guardian who finds such an account can write to us.",
      ],
    },
    {
      title: "Your account",
      body: [
        {
          list: [
            "Give your own name and an e-mail address that reaches you. Your picture is shown from the address that you give; use one that you may use.",
            "Keep your password to yourself. One account is for one person, and you answer for what is done with it.",
            "If you think that somebody else is using your account, set a new password and tell us. A new password, set by the mailed link, signs out every browser.",
            "New accounts are student accounts. Only an administrator can make somebody an instructor or an administrator.",
          ],
        },
      ],
    },
    {
      title: "Classes, seats and levels",
      body: [
        "Classes come at beginner, intermediate and advanced levels. What a class holds is told by its description, which its instructor writes. An administrator looks at each class and approves it before it is listed.",
        "A class has a limited number of seats. Selecting a class does not reserve a seat: a seat is yours when your payment has gone through. Only student accounts can select and buy classes.",
        "Instructors may change the name, the price and the number of seats of a class. A change of price does not touch what you have already paid.",
      ],
    },
    {
      title: "Prices and payment",
      body: [
        {
          list: [
            "Prices are in US dollars. The price that counts is the one shown on the payment page when you pay; if it has changed since you selected the class, the page says so. Any tax is shown separately before you pay.",
            "Card payments are handled by Stripe. Your card details go straight to Stripe and never reach us.",
            "Your bank first reserves the amount. It is charged only when we have a seat for you; if we have none, nothing is charged.",
            "After the charge you get a receipt by e-mail, and the payment is in your payment history.",
          ],
        },
      ],
    },
    {
      title: "What you buy",
      body: [
        "With a seat you get access to the class, for yourself, for as long as the class is offered on this site: its step-by-step videos, its downloadable materials, its support group, and a certificate on completion. You can use it on all your devices.",
        "The videos, worksheets and other materials stay the property of the instructor or of whoever made them. You may watch, download and print them for your own learning. You may not share your account, pass the materials on, publish or sell them, teach from them, or use them to train automated systems, unless the owner agrees.",
        "What you draw is yours, also when it follows a lesson step by step. If you show it in a support group, you let us and the group’s members display it there, and nothing more. You can take it down again.",
      ],
    },
    {
      title: "Refunds",
      body: [
        "Purchases are final once accessed. There is one exception, and it goes before that rule: we refund a purchase, even of a course that you have opened, if you ask within 7 days of purchase, have accessed less than 20% of the course, and did not buy it at a discount or in a promotion.",
        <>
          A course that you have not accessed at all falls under the same 7 days. How to ask, and when the
          money comes back, is told by the <Link to="/refund-policy">Refund Policy</Link>, which is part of
          these terms. If the two should ever seem to disagree, the Refund Policy holds. Rights that the law
          gives you are not touched by either.
        </>,
        "If you dispute a payment with your bank or card company, access to the course that it is about may be suspended until the dispute is settled.",
      ],
    },
    {
      title: "If you teach",
      body: [
        {
          list: [
            "Offer only what you may offer: your own work, or work that you have the right to teach with. Respect the rights in characters, fonts, music and references that are not yours.",
            "Describe your class truthfully: its level, what it holds and what students need.",
            "Your name, e-mail address and picture are shown to everybody, beside your classes and among the instructors.",
            "You keep your rights in what you teach with. You let us store it, display it and deliver it to your students for as long as the class is offered, and afterwards to those who have bought it.",
            "We may decline a class or take it down, and tell you why. What we agree with you about your share of the income is settled between you and us, not by this page.",
          ],
        },
      ],
    },
    {
      title: "How to behave",
      body: [
        "Senga is a place to learn, and people show unfinished work here. So:",
        {
          list: [
            "Criticise drawings, not people. No harassment, hatred or threats.",
            "Nothing unlawful, and no sexual content that involves minors, drawn or not.",
            "Do not pass off other people’s work as your own.",
            "Do not spam, and do not collect other people’s addresses.",
            "Do not try to break the site, get around its limits, read what is not yours, or sign in as somebody else. If you find a weakness, tell us, and we will thank you.",
          ],
        },
        "If you break these rules we may remove what you posted, and in serious or repeated cases suspend or close your account. We tell you why, and you can answer.",
      ],
    },
    {
      title: "The site and its software",
      body: [
        "The software that this site runs on is open source and free for everybody to use under its own licence. That licence does not cover the classes, their materials, people’s drawings or the name and logo of the school.",
        "We work to keep the site running, but we cannot promise that it always does, and we may change it. If a change takes something away that you have paid for, we tell you in advance where we can, and you may ask for your money back for that part.",
      ],
    },
    {
      title: "Ending it",
      body: [
        <>
          You can stop using Senga at any time. To have your account closed, write to <SupportMail />. What we
          keep then, and why, is told by the <Link to="/privacy-policy">Privacy Policy</Link>.
        </>,
        "We may close an account for a serious breach of these terms, or when the site itself closes. If we close yours although you have done nothing wrong, we refund the courses that you can no longer use.",
      ],
    },
    {
      title: "What we answer for",
      body: [
        <>
          We answer for what we do on purpose, for gross negligence, for harm to life and health, and for
          everything else where the law says that we must. Beyond that, and as far as the law allows, we are
          not liable for indirect losses, such as lost income or lost data, and what we owe you in total is at
          most what you have paid us in the twelve months before. More is said in the{" "}
          <Link to="/disclaimer">Disclaimer</Link>.
        </>,
        "If you are a consumer, you keep all the rights that the law of your country gives you and that a contract cannot take away.",
      ],
    },
    {
      title: "Changes, law and the rest",
      body: [
        "We may change these terms. The date above tells which ones are in force. We tell account holders by e-mail before a change that matters, and what you bought before it stays under the terms under which you bought it.",
        "If one sentence of these terms turns out not to hold, the others still do. That we do not insist on a right at once does not mean that we have given it up.",
        "We are based in New York City, USA, and the law of the State of New York applies. If you are a consumer elsewhere, the protection of your own country’s law stays yours, and you may go to the courts there.",
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

export default function TermsPage(): ReactNode {
  return <PolicyLayout policy={policy} />;
}
