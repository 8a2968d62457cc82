import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/terms-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Terms and Conditions · Senga",
    description:
      "The agreement between you and Senga: who can use it, how buying and teaching classes works, what belongs to whom, and what happens when something goes wrong.",
    path: "/terms-and-conditions",
  });

const policy: Policy = {
  title: "Terms and Conditions",
  inShort: [
    "You must be 18, or have the consent of a parent or guardian.",
    "You buy a seat in a class for yourself. The class is for your own learning, and what you draw is yours.",
    <>
      Purchases are final once accessed, unless our <Link to="/refund-policy">Refund Policy</Link> applies:
      within 7 days, with less than 20% of the course accessed.
    </>,
    "Instructors are responsible for what they teach. Be kind to each other.",
  ],
  sections: [
    {
      title: "About these terms",
      body: [
        "Senga is an online marketplace for art and anime drawing classes. Instructors offer classes, students buy seats in them, and we run the place where they meet. “We” and “us” mean the company or school that runs this site. “You” means anyone who uses it.",
        "By creating an account or buying a class, you agree to these terms. If you don’t agree, please don’t do either; you’re still welcome to look around.",
      ],
    },
    {
      title: "Who can use Senga",
      body: [
        "You must be at least 18 years old. If you’re younger, you may use Senga only with the consent of a parent or guardian, who agrees to these terms for you, takes responsibility for what you do here and makes the purchases.",
        "If we learn that someone younger is using an account without that consent, we’ll close it. If you’re a parent or guardian and find such an account, please write to us.",
      ],
    },
    {
      title: "Your account",
      body: [
        {
          list: [
            "Use your own name and an email address you actually read. Use a picture you have the right to use. If it’s on another site, it’s loaded from the link you give.",
            "Keep your password to yourself. One account is for one person, and you’re responsible for what happens in it.",
            "If you think someone else is using your account, reset your password and tell us. Resetting it from the emailed link logs out every browser.",
            "New accounts are student accounts. Only an administrator can make someone an instructor or an administrator.",
          ],
        },
      ],
    },
    {
      title: "Classes, seats and levels",
      body: [
        "Classes come at beginner, intermediate and advanced levels. Each class’s description, written by its instructor, says what it covers. An administrator reviews every class before it’s listed.",
        "Every class has a limited number of seats. Selecting a class doesn’t reserve a seat: the seat is yours once your payment goes through. Only student accounts can select and buy classes.",
        "Instructors may change a class’s name, price and number of seats. A price change doesn’t affect what you’ve already paid.",
      ],
    },
    {
      title: "Prices and payment",
      body: [
        {
          list: [
            "Prices are in US dollars. The price that counts is the one on the payment page when you pay; if it has changed since you selected the class, the page tells you. Any tax is shown separately before you pay.",
            "Stripe handles card payments. Your card details go straight to Stripe and never reach us.",
            "Your bank first holds the amount. You’re charged only if we have a seat for you; if we don’t, you pay nothing.",
            "After the charge we email you a receipt, and the payment appears in your payment history.",
          ],
        },
      ],
    },
    {
      title: "What you buy",
      body: [
        "A seat gives you personal access to the class, and to everything its page says it includes, for as long as the class is offered on this site. You can use it on all your devices.",
        "Videos, worksheets and other materials belong to the instructor or to whoever made them. You may watch, download and print them for your own learning. You may not share your account, pass the materials on, publish or sell them, teach from them, or use them to train automated systems without the owner’s permission.",
        "What you draw is yours, even when it follows a lesson step by step. If you show it in a support group, you let us and the group’s members display it there, and nothing more. You can take it down at any time.",
      ],
    },
    {
      title: "Refunds",
      body: [
        "Purchases are final once accessed. One exception takes precedence: we’ll refund a purchase, even of a course you’ve opened, if you ask within 7 days of purchase, have accessed less than 20% of the course, and didn’t buy it at a discount or in a promotion.",
        <>
          The same 7 days apply to a course you haven’t opened at all. The{" "}
          <Link to="/refund-policy">Refund Policy</Link>, which is part of these terms, explains how to ask
          and when you’ll get your money. If the two conflict, the Refund Policy prevails. Neither affects the
          rights you have by law.
        </>,
        "If you dispute a payment with your bank or card company, we may suspend access to that course until the dispute is settled.",
      ],
    },
    {
      title: "If you teach",
      body: [
        {
          list: [
            "Offer only what’s yours to offer: your own work, or work you have the right to teach with. Respect other people’s rights in characters, fonts, music and references.",
            "Describe your class truthfully: its level, what it covers and what students need.",
            "Your name, email address, picture and profile are shown to everyone, beside your classes and on the instructors page.",
            "You keep the rights in your teaching material. You let us store it, display it and deliver it to your students for as long as the class is offered, and afterwards to those who bought it.",
            "We may decline a class or take it down, and we’ll tell you why. Your share of the income is a separate agreement between you and us; it isn’t covered here.",
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
            "Critique drawings, not people. No harassment, hatred or threats.",
            "Nothing illegal, and no sexual content involving minors, drawn or not.",
            "Don’t pass off other people’s work as your own.",
            "Don’t spam, and don’t collect other people’s email addresses.",
            "Don’t try to break the site, get around its limits, read what isn’t yours, or log in as someone else. If you find a weakness, tell us, and we’ll thank you.",
          ],
        },
        "If you break these rules, we may remove what you posted and, in serious or repeated cases, suspend or close your account. We’ll tell you why, and you can respond.",
      ],
    },
    {
      title: "The site and its software",
      body: [
        "The software behind this site is open source and free for anyone to use under its own license. That license doesn’t cover the classes, their materials, people’s drawings, or the school’s name and logo.",
        "We work to keep the site running, but we can’t promise it always will, and we may change it. If a change takes away something you paid for, we’ll tell you in advance where we can, and you may ask for your money back for that part.",
      ],
    },
    {
      title: "Closing your account",
      body: [
        <>
          You can stop using Senga at any time. To have your account closed, write to <SupportMail />. The{" "}
          <Link to="/privacy-policy">Privacy Policy</Link> explains what we keep after that, and why.
        </>,
        "We may close an account for a serious breach of these terms, or when the site itself closes. If we close yours though you did nothing wrong, we’ll refund the courses you can no longer use.",
      ],
    },
    {
      title: "Our liability",
      body: [
        <>
          We are liable for intent, gross negligence, injury and death, and for anything else the law says we
          can’t exclude. Beyond that, as far as the law allows, we aren’t liable for indirect losses such as
          lost income or lost data, and the most we can owe you in total is what you paid us in the previous
          twelve months. The <Link to="/disclaimer">Disclaimer</Link> says more.
        </>,
        "If you’re a consumer, you keep every right that your country’s law gives you and that a contract can’t take away.",
      ],
    },
    {
      title: "Invalidation and governing law",
      body: [
        "We may change these terms. The date above shows which version applies. We’ll email account holders before any change that matters, and anything you bought earlier stays under the terms you bought it under.",
        "If part of these terms turns out to be invalid, the rest still applies. If we don’t enforce a right immediately, we haven’t given it up.",
        "We are based in New York City, USA, and the law of the State of New York applies. If you’re a consumer elsewhere, you keep the protection of your own country’s law and may go to the courts there.",
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

export default function TermsPage(): ReactNode {
  return <PolicyLayout policy={policy} />;
}
