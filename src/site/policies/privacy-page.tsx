import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { siteContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/privacy-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Privacy Policy · Senga",
    description:
      "What Senga knows about you, why, for how long and who else sees it: no analytics, no ads, no card numbers. And how to see, correct or delete your data.",
    path: "/privacy-policy",
  });

const policy: Policy = {
  title: "Privacy Policy",
  inShort: [
    "We store what a class needs: your name, email and picture, and what you select, learn and pay for. No card numbers. Passwords only as hashes.",
    "No analytics, no advertising, no tracking. Out of the box, this site makes no requests to third parties.",
    "Stripe handles card payments, and Google handles your login if you choose it.",
    <>
      You can see, correct, download and delete your data on your{" "}
      <Link to="/dashboard/account">account page</Link>, or write to <SupportMail />.
    </>,
  ],
  sections: [
    {
      title: "Who is responsible",
      body: [
        <>
          The company or school that runs this site decides what happens to your data and is responsible for
          it. It’s based in New York City, USA. Email <SupportMail /> or use the{" "}
          <Link to="/contact-us">contact page</Link>.
        </>,
      ],
    },
    {
      title: "What we store, and why",
      body: [
        "You can browse classes and instructors without an account, and we store nothing about you when you do. Everything else comes from you:",
        {
          facts: [
            [
              "Your account",
              "Your name, email address, picture or a link to it, your role, whether your email is confirmed, whether the account is suspended, when it was created and when your email last changed. We need this to let you in and show you your classes.",
            ],
            [
              "Your age",
              "If you’re 18 or older, only that you are and the day you said so. If you’re younger: the first day on which you’re certainly an adult, never your birthday; your parent’s or guardian’s email address; and when we asked them, when they agreed and when they withdrew it. We need this to ask for their consent. Of someone under 13 we store nothing but, for a day, a fingerprint of the email address, which can’t be turned back into it, so that a second try gets the same answer.",
            ],
            [
              "Your password",
              "Only a hash of it (scrypt), which can’t be turned back into the password. Google users have no password here.",
            ],
            [
              "Your logins",
              "A random token for each browser you’re logged in on, when you logged in there, the day it was last used, and when it expires. No IP address or browser name is stored with it. Links to reset a password or to confirm or change an email address are stored, if at all, as hashes, until they’re used or expire; with a change, the new address.",
            ],
            [
              "Your selections and enrollments",
              "Which classes you’ve selected and enrolled in, the price when you selected each, and the dates. A selection is deleted when you remove it or enroll.",
            ],
            [
              "What you learn",
              "Which lessons you opened and finished and which files you downloaded, when, which seconds of a video you watched and were sent, where you stopped, and on which days you learned. That’s how Continue finds your place on any device, and how a refund is counted. Instructors see only how many students opened and finished a lesson, never who.",
            ],
            [
              "The class gallery",
              "Which drawings you show to your class, your comments, and whom you block. Your class sees drawings and comments with your name and picture. If you report something: what, why, what came of it.",
            ],
            [
              "Your drawings",
              "The pictures you hand in with your notes, and your instructor’s critiques of them. Only you, the class’s instructor and our administrators can open them, unless you show one to your class. We redraw each picture, which strips hidden data such as the place of a photo.",
            ],
            [
              "Your certificates",
              "For each class you finish: the name on it, the class and its instructor, what it took in numbers, and when. Anyone with its link can open a certificate; your name is in it only while you show it, and, if you’re a minor, while your guardian agrees.",
            ],
            [
              "Your notifications",
              "What we told you of, when you read it, when we emailed it, and how often you want mail. An email that can’t be delivered is kept for 30 days.",
            ],
            [
              "Your payments",
              "Which class, the base price, tax, total and currency, the dates, how the payment ended, any refund or dispute, and Stripe’s number for it. We also keep the card’s brand and last four digits where your receipt shows them. No full card numbers, no security codes and no bank details: those never reach our server. We also record payments that were started and abandoned, so that nobody pays twice. If you withdraw from a class or ask for a refund: when, how much of the class you had opened then, what you wrote and what the school answered.",
            ],
            [
              "What you write to us",
              "The name, email address and message you enter in the contact form, when you sent them, and our reply. We store them and email them to our support team so we can answer.",
            ],
            [
              "Newsletter",
              "If you sign up for it: your name, your email address, and when you asked, confirmed and unsubscribed. We send it only after you’ve confirmed your address from an emailed link, and every issue has a one-click unsubscribe link. We then keep your address marked as unsubscribed until you ask us to delete it.",
            ],
            [
              "If you teach, or apply to",
              "Your application, the link to your portfolio and our answer; your profile with its text, links and pictures; the classes you add with their text, price, pictures, lessons and their earlier versions, videos and files, and our decisions and feedback about them. We redraw each picture, which strips hidden data such as the place of a photo.",
            ],
            [
              "Administrators’ decisions",
              "Who approved or denied a class, gave feedback, refunded a payment, changed someone’s role or suspended an account, when, and what it was before and after, with the administrator’s name and the name of the class or user. Entries in this log can’t be changed or deleted; when you delete your account, your name is taken out of them.",
            ],
            [
              "Emails on their way to you",
              "Receipts, links and other emails wait here until the mail server has accepted them, and are then deleted.",
            ],
            [
              "Counters against abuse",
              "To stop people from guessing passwords or flooding the site, we count failed logins and calls for minutes, or an hour for emails to one address: in the server’s memory by IP address, and stored under a keyed hash that reveals neither an IP address nor an email address.",
            ],
            [
              "Error logs",
              "When something breaks, the server records what, without names, email addresses, IP addresses or tokens.",
            ],
          ],
        },
      ],
    },
    {
      title: "Legal bases",
      body: [
        {
          list: [
            "Contract: your account, your selections, enrollments, progress, drawings, notifications and payments, and teaching. Without them we couldn’t give you what you ask for.",
            "Consent: the newsletter; for minors, their guardian’s consent to purchases, to galleries and to a public name. It can be withdrawn at any time.",
            "Legitimate interest: answering your messages, counting against abuse, the log of administrators’ decisions, and error logs. Our interest is helping you and keeping the site safe.",
            "Legal obligation: keeping payment records for as long as tax and accounting law requires.",
          ],
        },
        "We don’t sell your data, don’t build profiles, and make no decision with legal effect about you by machine alone.",
      ],
    },
    {
      title: "Cookies and browser storage",
      body: [
        "Everything here is needed for something you asked for. There’s nothing for advertising or statistics, which is why no cookie banner gets in your way.",
        {
          facts: [
            [
              "senga.session_token (cookie)",
              "Keeps you logged in. It’s sent to our login service only, can’t be read by scripts, and expires 30 days after your last visit, or when you log out.",
            ],
            [
              "senga.state (cookie)",
              "Only while you log in with Google: it ties Google’s answer to your request. Expires after 5 minutes.",
            ],
            [
              "access-token (local storage)",
              "Tells our server who’s asking while you’re logged in. Each one works for 15 minutes; it’s removed when you log out.",
            ],
            [
              "media (cookie)",
              "Tells our server who’s asking for a video, a file or a drawing of a class, from when you first open one. It’s sent for those only, can’t be read by scripts, and expires after 12 hours, or when you log out.",
            ],
            [
              "Learning and teaching (local storage)",
              "What you watched while you were offline, and a note to a drawing, until they’re sent; for instructors, a lesson’s draft that couldn’t be saved yet, a critique that isn’t sent yet, and an upload that can be resumed.",
            ],
            [
              "theme (local storage)",
              "“light” or “dark”, once you’ve used the switch. It stays until you clear your browser’s storage and is never sent to us.",
            ],
            [
              "react-router-scroll-positions (session storage)",
              "How far down you had scrolled on each page, so that Back takes you to the same place. Never sent to us; gone when you close the tab.",
            ],
          ],
        },
        "On a secure connection the cookie names start with “__Secure-”. On the payment page Stripe may set its own cookies, which it needs to detect fraud.",
      ],
    },
    {
      title: "Who else sees your data",
      body: [
        {
          facts: [
            [
              "Your parent or guardian",
              "If you’re under 18: the name and email address of your account, so that they know who asks. Our email to them carries only your name.",
            ],
            [
              "Everyone",
              "An instructor’s name, email address, picture and profile, beside their classes and on the instructors page. For students, only how many are enrolled in a class, and the name on a certificate for anyone with its link.",
            ],
            [
              "Your instructor",
              "Your name beside what you hand in for an exercise. Who takes a class over sees what its students have handed in.",
            ],
            [
              "Our administrators",
              "Every user’s name, email address, picture and role, to manage accounts; applications to teach; messages from the contact form; newsletter subscribers; every class; which student paid for which class, when and how much; and the log of decisions.",
            ],
            [
              "Stripe",
              "Handles card payments. Your browser sends your card details straight to Stripe, whose script loads on the payment page only. From us Stripe gets the amount, the currency and our internal numbers for you, the class and the payment, but not your name or email address. Stripe’s own privacy policy applies to what you give it.",
            ],
            [
              "Google",
              "Only if you choose “Continue with Google”. Google then learns that you log in here and tells us your name, your email address and whether it’s confirmed, the link to your picture, and Google’s number for your account. We keep none of Google’s access keys and read nothing else.",
            ],
            [
              "Sites that host pictures",
              "People may link to a picture on another site: as their photo, as the cover of a class, in the text of a lesson. When you see it, your browser loads it from there, and that site sees your IP address and the time, as with any picture on the web. We never tell it which page you’re on.",
            ],
            [
              "Our service providers",
              "The companies that run our server, email and storage, under contract and for that purpose only. And authorities and courts, where the law requires it.",
            ],
          ],
        },
        "Everything else a page needs, including fonts, scripts and drawings, comes from this site. Unless a school that runs Senga has connected a service, nothing is requested from a third party.",
      ],
    },
    {
      title: "Where your data is",
      body: [
        "With us in the United States, or wherever the school that runs this site has its server. Stripe and Google operate in many countries, including the United States, and rely on the safeguards the law provides for that, such as standard contractual clauses.",
      ],
    },
    {
      title: "How long we keep it",
      body: [
        {
          list: [
            "Account, selections, progress, drawings and comments: as long as you have the account. Deleting it deletes them at once; your seats stay counted, without your name.",
            "Payments: as long as tax and accounting law requires, even after the account is deleted: amount, class, day and number, without your name. We then use them for nothing else. Those that were started and never paid: a year.",
            "Reports: as long as the school exists; what they show of you goes with the account.",
            "Drawings: as long as you have a seat in the class, and 30 days longer, or as long as you show them to the class. What you take back is removed after 30 days, what you never hand in after one. Notes and critiques stay with your progress.",
            "Logins: 30 days after your last visit. Password reset links: one hour. Links to confirm or change an email: one day.",
            "A guardian’s email address: as long as the account, so that consent can be withdrawn; it means nothing any more once you’re an adult.",
            "Notifications: 90 days once you’ve read them, a year otherwise.",
            "Messages to us: as long as we need them to answer you and follow up, or until you ask us to delete them.",
            "Newsletter: until you unsubscribe; your address marked as unsubscribed, until you ask us to delete it.",
            "Administrators’ decisions: as long as the school exists, or until the law requires us to delete them.",
            "An instructor’s classes, lessons, videos and pictures: as long as the class is offered, and for those who bought it. Videos and files that were replaced or taken out are deleted within about a week.",
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
            "know what we store about you and get a copy of it, in a form another service can read: your account page has one ready to download;",
            "have it corrected when it’s wrong and completed when something is missing;",
            "have it deleted, with the button on your account page, or set aside while a question about it is open;",
            "object to a use based on our legitimate interest;",
            "withdraw consent, such as for the newsletter, from then on.",
          ],
        },
        <>
          Email <SupportMail query="?subject=My%20data" />, if possible from your account’s address, and tell
          us what you’d like. To protect your data, we may ask you to prove that it’s you. We reply within
          24–48 hours and do what you ask within one month, or tell you why it takes longer or can’t be done.
          It’s free, and we won’t treat you any differently for asking.
        </>,
        "You may also complain to the data protection authority where you live or work. We’d appreciate it if you told us first.",
      ],
    },
    {
      title: "Children",
      body: [
        "Accounts are for people who are 13 or older. From 13 to 17 we ask a parent or guardian for consent to purchases, to galleries and to a name on certificates, and store what the list above says. Until they agree, only the instructor and our administrators see drawings, and no public page shows the name. Guardians need no account: the link in our email shows what they agreed to, and withdraws it at once.",
        <>
          Guardians may also see, correct or delete what we store about their child: write to{" "}
          <SupportMail query="?subject=My%20child’s%20data" />. If you find that we store data of a child
          under 13, tell us and we’ll delete it.
        </>,
      ],
    },
    {
      title: "How we protect it",
      body: [
        "Card details never touch our server. Passwords are hashed. The server checks every call for who may make it, so that one person’s data isn’t shown to another. Pages run only our own scripts and the payment provider’s. No protection is perfect: if your data is ever at risk, we’ll tell you and the authorities, as the law requires.",
      ],
    },
    {
      title: "Changes",
      body: [
        "When what we do changes, this page and its date change with it. We’ll email account holders before any change that matters to them.",
      ],
    },
  ],
};

export default function PrivacyPage(): ReactNode {
  return <PolicyLayout policy={policy} />;
}
