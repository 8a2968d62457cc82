import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteContext } from "../../web/contexts.ts";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/refund-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Refund Policy · Senga",
    description:
      "When Senga refunds a class: within 7 days of purchase, with less than 20% accessed, at full price. How to ask, and when the money comes back.",
    path: "/refund-policy",
  });

/** What a request must say, ready to be filled in. */
const requestMail =
  "?subject=Refund%20request&body=My%20name%3A%0AMy%20e-mail%20on%20Senga%3A%0ACourse%20name%3A%0AReason%3A%0A";

const policy: Policy = {
  title: "Refund Policy",
  inShort: [
    "You can have your money back within 7 days of purchase, if you have accessed less than 20% of the course.",
    "Discounted and promotional purchases are not refunded.",
    "Write us an e-mail with your name and e-mail, the course name and your reason. We reply within 3–5 business days.",
    "An approved refund is paid within 5–10 business days.",
  ],
  sections: [
    {
      title: "When we refund",
      body: [
        "We refund the purchase of a course when all three of these are true:",
        {
          list: [
            "You ask within 7 days of purchase. The day on which you paid is in your payment history and on your receipt.",
            "You have accessed less than 20% of the course.",
            "You paid the regular price: it was not a discounted or promotional purchase.",
          ],
        },
        "“Accessed” means opened, played or downloaded. What counts is the share of the whole course, its lessons and its materials together. Looking at the course’s own page, at its description or at your payment counts for nothing.",
        <>
          Our <Link to="/terms-and-conditions#refunds">Terms and Conditions</Link> say that a purchase is
          final once it has been accessed. This policy is the exception to that sentence and goes before it: a
          course that you have opened is still refunded as long as the three points above hold.
        </>,
      ],
    },
    {
      title: "When we do not",
      body: [
        {
          list: [
            "More than 7 days have passed since the purchase.",
            "You have accessed 20% of the course or more.",
            "The purchase was discounted or part of a promotion.",
          ],
        },
        "Nothing in this policy takes away a right that the law of the place where you live gives you, such as a right to withdraw from a purchase made online, or your rights when a course is faulty or is not what was described. Where that law is more generous than this policy, the law holds.",
      ],
    },
    {
      title: "How to ask",
      body: [
        <>
          Write an e-mail to <SupportMail query={requestMail} /> and tell us:
        </>,
        {
          list: [
            "your name, and the e-mail address of your Senga account,",
            "the course name,",
            "your reason.",
          ],
        },
        "If you have the transaction ID at hand (it is in your payment history and on your receipt), add it: it helps us to find the payment. Never send us a card number.",
        "What counts for the 7 days is when you sent the e-mail, not when we read it.",
      ],
    },
    {
      title: "What happens then",
      body: [
        {
          facts: [
            [
              "Within 3–5 business days",
              "We reply: with yes, with no and the reason for it, or with a question when something is missing.",
            ],
            [
              "Within 5–10 business days",
              "After we have said yes the refund is paid, in US dollars, to the card or account that you paid with, through the same payment provider. How soon it shows on your statement depends on your bank.",
            ],
          ],
        },
        "We refund all that you paid for the course, tax included. With the refund your seat in the class and your access to it end.",
      ],
    },
    {
      title: "Payments that were never taken",
      body: [
        "When you pay, your bank first reserves the amount. It is taken only once a seat in the class is yours. If the last seat went to somebody else meanwhile, or the class is closed, we let go of the reservation and nothing is charged; some banks show it for a few days more.",
        "If you should pay for the same class twice, the second payment is not kept: it is released, or returned in full. You need not ask, and none of the conditions above apply.",
      ],
    },
    {
      title: "Bank and card disputes",
      body: [
        "You are free to dispute a payment with your bank or card company. Please write to us first: it is quicker for both of us.",
        "While a dispute about a purchase is open, access to the course that it is about may be suspended. If it ends in our favour, access is restored. If you get your money back through your bank, the purchase is undone and is not refunded a second time.",
      ],
    },
    {
      title: "If a class does not take place",
      body: [
        "If we take down a course that you have paid for, or can no longer give you access to it, tell us. We find a way that is fair to you, which may be another course or your money back, whatever the conditions above say.",
      ],
    },
    {
      title: "Questions",
      body: [
        <>
          Ask by e-mail at <SupportMail /> or on the <Link to="/contact-us">contact page</Link>. We answer
          general questions within 24–48 hours, and refund requests within the time given above.
        </>,
      ],
    },
  ],
};

export default function RefundPage(): ReactNode {
  return <PolicyLayout policy={policy} />;
}
