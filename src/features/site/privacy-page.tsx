import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteContext } from "../../web/contexts.ts";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/privacy-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Privacy Policy · Senga",
    description:
      "What Senga knows about you, why, for how long and who else sees it: no analytics, no advertising, no card numbers. And how to see, correct or delete it.",
    path: "/privacy-policy",
  });

const policy: Policy = {
  title: "Privacy Policy",
  inShort: [
    "We store what a class needs: your name, e-mail and picture’s address, what you select, learn and pay. No card numbers. Passwords only as hashes.",
    "No analytics, no advertising, no tracking. As it comes, this site asks nothing of third parties.",
    "Stripe handles card payments, and Google your sign-in if you choose it.",
    <>
      You can see, correct, take with you or delete your data: write to <SupportMail />.
    </>,
  ],
  sections: [
    {
      title: "Who is responsible",
      body: [
        <>
          The company or school that runs this site decides what happens to your data and answers for it. It
          is based in New York City, USA. You reach it by e-mail at <SupportMail /> or on the{" "}
          <Link to="/contact-us">contact page</Link>.
        </>,
      ],
    },
    {
      title: "What we store, and why",
      body: [
        "You can look at classes and instructors without an account, and we store nothing about you when you do. All else comes from you:",
        {
          facts: [
            [
              "Your account",
              "Your name, your e-mail address, the address of your picture, your role (student, instructor or administrator), whether your e-mail address is confirmed, and when the account was made. We need it to know who you are, to let you in and to show you your classes.",
            ],
            [
              "Your password",
              "Only a hash of it (scrypt), from which the password cannot be read back. Whoever signs in with Google has none here.",
            ],
            [
              "Your sign-ins",
              "A random token for each browser in which you are signed in, and when it ends. No network address and no browser name are stored with it. A link to set a new password or to confirm your address is stored, if at all, as a hash, until it is used or has expired.",
            ],
            [
              "Your selections and enrollments",
              "Which classes you have selected and which you are enrolled in, with the class’s price when you selected it and the dates. That is what your dashboard shows. A selection goes when you remove it or enroll.",
            ],
            [
              "Your payments",
              "Which class, base price, tax, total and currency, the dates, how the payment ended, and Stripe’s number for it. No card numbers, no security codes and no bank details: those never reach our server. Begun and abandoned payments are recorded as well, so that nobody pays twice.",
            ],
            [
              "What you write to us",
              "Your name, e-mail address and message from the contact form, and when you sent them. They are stored and mailed to our support, so that we can answer.",
            ],
            [
              "Newsletter",
              "If you ask for it: your name, your e-mail address, and when you asked, confirmed and unsubscribed. You get it only after you have confirmed by a mailed link that the address is yours, and every mail has a link that ends it. Your address then stays noted as unsubscribed, until you ask us to delete it.",
            ],
            [
              "If you teach, or ask to",
              "What you write in your application and the address of your portfolio, the classes that you add with their text, price and pictures, and our decision and feedback about them. Pictures that you upload are drawn anew, which removes what is hidden in them, such as the place where a photo was taken.",
            ],
            [
              "Decisions of administrators",
              "Who approved or denied a class, gave feedback or changed somebody’s role, when, and what it was before and after: with the administrator’s name, and the name of the class or of the user. It is a log that is only added to, so that such power can be looked into.",
            ],
            [
              "Mails on their way to you",
              "Receipts, links and other mails wait in our database until the mail server has taken them, and are then deleted.",
            ],
            [
              "Counters against abuse",
              "So that nobody can try passwords without end, we count sign-in attempts and similar calls. The count is stored under a keyed hash, from which neither a network address nor an e-mail address can be read, and it runs out after a minute, for mails to one address after an hour. Other calls are counted by network address in the server’s memory alone, for minutes.",
            ],
            [
              "Error logs",
              "When something breaks, the server notes what broke, without names, e-mail addresses, network addresses or tokens.",
            ],
          ],
        },
      ],
    },
    {
      title: "What the law calls our grounds",
      body: [
        {
          list: [
            "Contract: your account, your selections, enrollments and payments, and teaching. Without them we could not give you what you ask for.",
            "Consent: the newsletter. You can withdraw it at any time.",
            "Legitimate interest: answering what you write to us, counting against abuse, the log of administrators’ decisions, and error logs. Our interest is to help you and to keep the site safe.",
            "Legal duty: keeping records of payments for as long as tax and accounting law asks for.",
          ],
        },
        "We do not sell your data, do not build profiles, and take no decision about you by machine alone that has a legal effect.",
      ],
    },
    {
      title: "Cookies and what your browser keeps",
      body: [
        "All of these are needed for what you asked for. There is none for advertising or statistics, which is why no banner asks you about them.",
        {
          facts: [
            [
              "senga.session_token (cookie)",
              "Keeps you signed in. It goes to our sign-in service alone, cannot be read by scripts, and ends 30 days after you were last here, or when you log out.",
            ],
            [
              "senga.state (cookie)",
              "Only while you sign in with Google: ties the answer to your question. Ends after 5 minutes.",
            ],
            [
              "access-token (local storage)",
              "Shows our server who is asking while you are signed in. Each one works for 15 minutes; it is removed when you log out.",
            ],
            [
              "theme (local storage)",
              "“light” or “dark”, once you have used the switch. It stays until you clear your browser’s storage, and is never sent to us.",
            ],
            [
              "react-router-scroll-positions (session storage)",
              "How far down you had read each page, so that Back leads to the same place. Never sent to us; gone when you close the tab.",
            ],
          ],
        },
        "On a secure connection the names of the cookies begin with “__Secure-”. On the payment page Stripe may set cookies of its own, which it needs to detect fraud.",
      ],
    },
    {
      title: "Who else sees something",
      body: [
        {
          facts: [
            [
              "Everybody",
              "An instructor’s name, e-mail address and picture, beside their classes and in the list of instructors. Of students, only how many are enrolled in a class.",
            ],
            [
              "Our administrators",
              "Name, e-mail address, picture and role of every user, to manage accounts; what somebody wrote who asked to teach; every class; which student paid for which class, when and how much; and the log of decisions.",
            ],
            [
              "Stripe",
              "Handles card payments. Your browser gives your card details straight to Stripe, whose script is loaded on the payment page only. From us Stripe gets the amount, the currency and our internal numbers for you, the class and the payment, but not your name or e-mail address. Stripe’s own privacy policy applies to what you give it.",
            ],
            [
              "Google",
              "Only if you choose “Continue with Google”. Google then learns that you sign in here and tells us your name, your e-mail address and whether it is confirmed, the address of your picture, and Google’s number for your account. We keep none of Google’s access keys, and read nothing else.",
            ],
            [
              "Hosts of pictures",
              "People may give the address of a picture on another site. When you see such a picture, your browser fetches it there, and that site sees your network address, as with any picture on the web. We never tell it which page you are on.",
            ],
            [
              "Those who work for us",
              "The companies that run our server, our mail and our storage, bound by contract and for that purpose alone. And authorities and courts, where the law obliges us.",
            ],
          ],
        },
        "Everything else that a page needs, its fonts, scripts and drawings included, comes from this site. Unless a school that runs Senga has connected a service, no request goes to a third party.",
      ],
    },
    {
      title: "Where the data is",
      body: [
        "With us in the United States, or where the school that runs this site has its server. Stripe and Google work in many countries, the United States among them, and rely on the safeguards that the law provides for that, such as standard contractual clauses.",
      ],
    },
    {
      title: "How long we keep it",
      body: [
        {
          list: [
            "Account, selections and enrollments: as long as you have the account. When you ask us to close it, we delete them.",
            "Payments: as long as tax and accounting law obliges us, also after the account is closed; we then use them for nothing else.",
            "Sign-ins: 30 days after your last visit. Links to set a new password: one hour. Links to confirm an address: one day.",
            "Messages to us: as long as we need them to answer you and to follow up on the matter, or until you ask us to delete them.",
            "Newsletter: until you unsubscribe; the note that you have, until you ask us to delete it.",
            "Decisions of administrators: as long as the school exists, or until the law obliges us to delete them.",
            "Classes and pictures of an instructor: as long as the class is offered, and for those who have bought it.",
          ],
        },
      ],
    },
    {
      title: "Your rights",
      body: [
        "Wherever you live, you may:",
        {
          list: [
            "know what we store about you, and get a copy of it, also in a form that another service can read;",
            "have it corrected when it is wrong, and completed when something is missing;",
            "have it deleted, or set aside while a question about it is open;",
            "object to a use that rests on our legitimate interest;",
            "withdraw a consent, such as that to the newsletter, for the time to come.",
          ],
        },
        <>
          Write an e-mail to <SupportMail query="?subject=My%20data" />, if you can from the address of your
          account, and say what you want. So that nobody else gets your data, we may ask you to show that it
          is you. We reply within 24–48 hours and do what you ask within one month, or tell you why it takes
          longer or cannot be done. It costs nothing, and you are not treated any worse for it.
        </>,
        "You may also complain to the authority for data protection where you live or work. We would be glad if you told us first.",
      ],
    },
    {
      title: "Children",
      body: [
        "You must be 18, or have the consent of a parent or guardian, to use Senga. We do not knowingly store data about children without it. A parent or guardian who finds that we do can write to us, and we delete it.",
      ],
    },
    {
      title: "How we protect it",
      body: [
        "Card details never touch our server. Passwords are hashed. Each call to the server is checked anew for who may make it, so that one person’s data is not answered to another. Pages run only the scripts that are ours or the payment provider’s. No protection is perfect: if your data should ever be at risk, we tell you and the authorities, as the law says.",
      ],
    },
    {
      title: "Changes",
      body: [
        "When what we do changes, this page changes, and so does its date. We tell account holders by e-mail before a change that matters to them.",
      ],
    },
  ],
};

export default function PrivacyPage(): ReactNode {
  return <PolicyLayout policy={policy} />;
}
