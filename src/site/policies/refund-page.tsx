import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/refund-page";
import { type Policy, PolicyLayout, SupportMail } from "./policy-layout.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).support;

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Refund Policy · Senga",
    description:
      "When Senga refunds a class: within 7 days of purchase, with less than 20% accessed, bought at full price. How to ask, and when you’ll get your money.",
    path: "/refund-policy",
  });

/** Prefills the information that a refund request needs. */
const requestMail =
  "?subject=Refund%20request&body=My%20name%3A%0AMy%20email%20on%20Senga%3A%0ACourse%20name%3A%0AReason%3A%0A";

const policy: Policy = {
  title: "Refund Policy",
  inShort: [
    "You can get your money back within 7 days of purchase if you’ve accessed less than 20% of the course.",
    "Discounted and promotional purchases are not refunded.",
    "Email us your name and email address, the course name and your reason. We reply within 3–5 business days.",
    "Once approved, a refund is paid within 5–10 business days.",
  ],
  sections: [
    {
      title: "When we refund",
      body: [
        "We refund a course when all three of these are true:",
        {
          list: [
            "You ask within 7 days of purchase. The purchase date is in your payment history and on your receipt.",
            "You have accessed less than 20% of the course.",
            "You paid the regular price: it wasn’t a discounted or promotional purchase.",
          ],
        },
        "“Accessed” means opened, played or downloaded. We count the share of the whole course, lessons and materials together. Looking at the course page, its description or your payment doesn’t count.",
        <>
          Our <Link to="/terms-and-conditions#refunds">Terms and Conditions</Link> say that a purchase is
          final once accessed. This policy is the exception to that and takes precedence: a course you’ve
          opened can still be refunded as long as the three points above hold.
        </>,
      ],
    },
    {
      title: "When we don’t",
      body: [
        {
          list: [
            "More than 7 days have passed since the purchase.",
            "You have accessed 20% of the course or more.",
            "The purchase was discounted or part of a promotion.",
          ],
        },
        "Nothing in this policy takes away rights you have by law where you live, such as the right to withdraw from an online purchase, or your rights when a course is faulty or isn’t what was described. Where the law is more generous than this policy, the law applies.",
      ],
    },
    {
      title: "How to ask",
      body: [
        <>
          Email <SupportMail query={requestMail} /> and tell us:
        </>,
        {
          list: [
            "your name, and the email address of your Senga account,",
            "the course name,",
            "your reason.",
          ],
        },
        "If you have the transaction ID (it’s in your payment history and on your receipt), include it: it helps us find the payment. Never send us a card number.",
        "The 7 days are counted to the moment you send the email, not to when we read it.",
      ],
    },
    {
      title: "What happens next",
      body: [
        {
          facts: [
            [
              "Within 3–5 business days",
              "We reply with a yes, with a no and the reason for it, or with a question if something is missing.",
            ],
            [
              "Within 5–10 business days",
              "Once we’ve said yes, the refund is paid in US dollars to the card or account you paid with, through the same payment provider. How soon it shows on your statement depends on your bank.",
            ],
          ],
        },
        "We refund everything you paid for the course, tax included. Your seat in the class and your access to it end with the refund.",
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
