import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
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
  changedOn: "2026-11-24",
  inShort: [
    "You must be 13 or older. Until you’re 18, your parent or guardian is responsible, and galleries need their consent.",
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
        "Accounts are for people who are 13 or older. When you sign up, you tell us whether you’re 18 or older; until we know it, we treat galleries, comments and your public name as a minor’s. If you aren’t, you tell us the month of your birth and the email address of your parent or guardian.",
        "Until you’re 18, your parent or guardian agrees to these terms for you and takes responsibility for what you do here. We write to them and ask for their consent to three things: that you buy classes, that you show drawings and write comments in the galleries of your classes, and that your name appears on a certificate others can see. Until they agree, you can select classes but not pay for them, only your instructor and our administrators see your drawings, and your name is on no public page. They can withdraw their consent at any time; it takes effect at once. From the month after your 18th birthday you need no consent.",
        <>
          Are you a guardian? Answer, and change your answer, by the link in our email. You can have it{" "}
          <Link to="/guardian/link">sent again</Link>.
        </>,
        "If we learn that someone under 13 has an account, or that a guardian’s consent was given by somebody else, we’ll close the account. If you’re a parent or guardian and find such an account, please write to us.",
      ],
    },
    {
      title: "Your account",
      body: [
        {
          list: [
            "Use your own name and an email address you actually read. Use a picture you have the right to use. If it’s on another site, it’s loaded from the link you give.",
            "Keep your password to yourself. One account is for one person, and you’re responsible for what happens in it.",
            <>
              <Link to="/dashboard/account">Your account page</Link> shows what we know of you, and there you
              change your name, picture, email and password. An email changes once the old and the new address
              have both agreed. Can’t open the old one any more? Write to <SupportMail />.
            </>,
            "If you think someone else is using your account, change your password and tell us. That logs out every other browser at once.",
            "New accounts are student accounts. Only an administrator can make someone an instructor or an administrator.",
          ],
        },
      ],
    },
    {
      title: "Classes, seats and levels",
      body: [
        "Classes come at beginner, intermediate and advanced levels. Each class’s page, written by its instructor, says what it covers and lists the lessons published so far. An administrator reviews every class before it’s listed.",
        "Every class has a limited number of seats. Selecting a class doesn’t reserve a seat: the seat is yours once your payment goes through. Only student accounts can select and buy classes.",
        "You learn most classes at your own pace. A class may also start for a group on a certain day; its page then says when each section opens.",
        "Instructors may change a class’s name, price and number of seats, and add, change, move or retire its lessons. A price change doesn’t affect what you’ve already paid, and a lesson that you’ve opened stays open to you even when it’s retired.",
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
        "A seat gives you personal access to the class and all its lessons, also those added later, for as long as the class is offered on this site. You can use it on all your devices.",
        "Videos, worksheets and other materials belong to the instructor or to whoever made them. You may watch the videos here, and download and print the materials, for your own learning. You may not share your account, pass the materials on, publish or sell them, teach from them, or use them to train automated systems without the owner’s permission.",
        "What you draw is yours, even when it follows a lesson step by step. If you show it in a class gallery, you let us display it there to the class, and nothing more. You can take it down at any time.",
      ],
    },
    {
      title: "Refunds",
      body: [
        "Purchases are final once accessed. One exception takes precedence: you can withdraw from a purchase, even of a course you’ve opened, within 7 days of purchase (or of the first lesson, if it comes out later) if you have accessed less than 20% of the course and didn’t buy it at a discount or in a promotion. You do it in your payment history, without giving a reason.",
        <>
          The same 7 days apply to a course you haven’t opened at all. The{" "}
          <Link to="/refund-policy">Refund Policy</Link>, which is part of these terms, explains how we count,
          when the school decides, and when you’ll get your money. If the two conflict, the Refund Policy
          prevails. Neither affects the rights you have by law.
        </>,
        "If you dispute a payment with your bank or card company, we may suspend access to that course until the dispute is settled.",
      ],
    },
    {
      title: "If you teach",
      body: [
        {
          list: [
            "You must be 18 or older to teach.",
            "Offer only what’s yours to offer: your own work, or work you have the right to teach with. Respect other people’s rights in characters, fonts, music and references.",
            "Describe your class truthfully: its level, what it covers and what students need.",
            "Your name, email address, picture and profile are shown to everyone, beside your classes and on the instructors page.",
            "You may change your lessons at any time. Once students have seen a lesson you can retire it, but not delete it: those who opened it keep it.",
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
