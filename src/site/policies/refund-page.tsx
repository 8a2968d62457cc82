import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { siteContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/refund-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Refund Policy · Senga",
    description:
      "When Senga refunds a class: within 7 days of purchase, with less than 20% accessed, bought at full price. How we count, how to withdraw, and when you’ll get your money.",
    path: "/refund-policy",
  });

/** Prefills what identifies the purchase. */
const withdrawalMail =
  "?subject=Withdrawal&body=I%20withdraw%20from%20this%20course%3A%0AMy%20name%3A%0AMy%20email%20on%20Senga%3A%0AMy%20reason%2C%20if%20I%20want%20to%20give%20one%3A%0A";

const policy: Policy = {
  title: "Refund Policy",
  changedOn: "2026-11-24",
  inShort: [
    "You can get your money back within 7 days of purchase if you’ve accessed less than 20% of the course. If no lesson was out when you paid, the 7 days begin with the first one.",
    "You do it yourself, in your payment history, or by email. The page shows where you stand, number by number, and you needn’t say why.",
    "Discounted and promotional purchases are not refunded.",
    "Outside these lines, ask the school. It answers within 3–5 business days, and a refund is paid within 5–10 business days.",
  ],
  sections: [
    {
      title: "When we refund",
      body: [
        "You can withdraw from a course, and get back everything you paid for it, when all three of these are true:",
        {
          list: [
            "You withdraw within 7 days of purchase. They begin when we collect your payment and end 7 times 24 hours later. If none of the course’s lessons had been published by then, they begin when the first one is, and we email you that day.",
            "You have accessed less than 20% of the course.",
            "You paid the regular price: it wasn’t a discounted or promotional purchase.",
          ],
        },
        "This is for finding out whether a course is for you, and not for taking one course after another. So the school decides when you withdraw from the same course a second time, or from a fourth course within 90 days.",
        <>
          Our <Link to="/terms-and-conditions#refunds">Terms and Conditions</Link> say that a purchase is
          final once accessed. This policy is the exception to that and takes precedence: you can withdraw
          from a course you’ve opened as long as the three points above hold.
        </>,
      ],
    },
    {
      title: "How we count the 20%",
      body: [
        "“Accessed” means opened, played or downloaded. We add up minutes:",
        {
          facts: [
            [
              "A film",
              "The seconds your player asked us for, in pieces of a few seconds. Wherever you stopped or jumped, it had read ahead: up to a minute you didn’t watch there doesn’t count, as long as it all adds up to no more than you watched of the film. What you watched always counts.",
            ],
            ["A text or an exercise", "All of it, at 200 words a minute, once you’ve opened it."],
            ["A file", "One minute, once you’ve downloaded it."],
            ["Free previews", "Don’t count, whether you’ve opened them or not."],
            [
              "The whole course",
              "What it held when you paid or what it holds now, whichever is more. Lessons that open later belong to it and count as unopened. If a lesson is taken out or made shorter after you paid, it still counts at its full length, so that cutting a course never raises your share.",
            ],
          ],
        },
        "We round your share down to a tenth of a percent. The course page, its description, the notes beside a film and your payment don’t count.",
      ],
    },
    {
      title: "When we don’t",
      body: [
        {
          list: [
            "More than 7 days have passed since the purchase, or since the first lesson if it came out later.",
            "You have accessed 20% of the course or more.",
            "The purchase was discounted or part of a promotion.",
          ],
        },
        "Nothing in this policy takes away rights you have by law where you live, such as the right to withdraw from an online purchase, or your rights when a course is faulty or isn’t what was described. Where the law is more generous than this policy, the law applies.",
      ],
    },
    {
      title: "How to withdraw",
      body: [
        <>
          Open your <Link to="/dashboard/payment-history">payment history</Link> and choose “Withdraw from
          this class”. You see the three points with your own numbers, down to each lesson. If they hold,
          press “Withdraw from contract here”, check what it says, and press “Confirm withdrawal here”.
        </>,
        "The moment you confirm is the moment that counts. We email you at once what you declared, with the date and time.",
        "If a point doesn’t hold, the same page says which, and lets you ask the school: write why, and somebody reads it with the same numbers beside it. One request can be sent for each payment.",
        <>
          Or email <SupportMail query={withdrawalMail} /> with your name, the email address of your Senga
          account, the course name and, if you like, your reason. Then the moment you send the email counts.
          Never send us a card number.
        </>,
      ],
    },
    {
      title: "What happens next",
      body: [
        {
          facts: [
            ["At once, if you withdrew", "We return the money to where it came from."],
            [
              "Within 3–5 business days, if you asked",
              "We say yes, or no and why. You find the answer in your payment history, and hear of it by email.",
            ],
            [
              "Within 5–10 business days",
              "The refund arrives, in US dollars, on the card or account you paid with. How soon it shows on your statement depends on your bank.",
            ],
          ],
        },
        "We refund everything you paid for the course, tax included. Your seat in the class, your access to it and your certificate end with your withdrawal, or otherwise with the refund. What you drew stays yours.",
      ],
    },
    {
      title: "Payments that don’t go through",
      body: [
        "When you pay, your bank first holds the amount. You’re charged only once you have a seat in the class. If someone else takes the last seat in the meantime, or the class closes, we release the hold and you pay nothing; some banks show it for a few more days.",
        "If you ever pay twice for the same class, the second payment is released or returned in full. You don’t need to ask, and none of the conditions above apply.",
      ],
    },
    {
      title: "Bank and card disputes",
      body: [
        "You’re free to dispute a payment with your bank or card company. Please write to us first: it’s quicker for both of us.",
        "While a dispute is open, we may suspend access to the course in question. If it’s decided in our favor, access is restored. If your bank returns your money, the purchase is undone and isn’t refunded a second time.",
      ],
    },
    {
      title: "If a class doesn’t take place",
      body: [
        "If we take down a course you’ve paid for, or can no longer give you access to it, tell us. Whatever the conditions above say, we’ll find a fair solution, which may be another course or your money back.",
      ],
    },
    {
      title: "Questions",
      body: [
        <>
          Email <SupportMail /> or use the <Link to="/contact-us">contact page</Link>. We answer general
          questions within 24–48 hours, and refund requests within the times above.
        </>,
      ],
    },
  ],
};

export default function RefundPage(): ReactNode {
  return <PolicyLayout policy={policy} />;
}
