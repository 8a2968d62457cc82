import type { ReactNode } from "react";
import { Link } from "react-router";
import "./faq.css";

/** The questions people ask before they pay. */
export default function Faq(): ReactNode {
  return (
    <section className="wrap section faq" aria-labelledby="faq">
      <div>
        <h2 id="faq">Questions, answered in ink</h2>
        <p className="note">
          still stuck? <Link to="/contact-us">write to us</Link>
        </p>
        <div className="faq-cat" />
      </div>
      <div>
        <Question asks="What kinds of drawing classes can I take?" isOpen>
          Character work, heads and eyes, hair, hands and costume, perspective and backgrounds, pen and brush
          line, screentone, lettering and full page layout. Every class has its level: beginner, intermediate
          or advanced.
        </Question>
        <Question asks="How do I buy a class?">
          Log in, press Select on a class, then open Selected Classes and press PAY NOW. You pay by card. As
          soon as the payment goes through, the seat is yours and the class is among your Enrolled Classes; if
          the last seat goes while you pay, nothing is charged. Refunds are possible within 7 days of
          purchase: see the <Link to="/refund-policy">Refund Policy</Link>.
        </Question>
        <Question asks="I have never drawn before. Is this for me?">
          Yes. Classes for beginners start from the first line and ask for no experience, only for something
          to draw with. Intermediate and advanced classes go on from there, whenever you are ready.
        </Question>
        <Question asks="Which devices can I learn on?">
          Any phone, tablet or computer with a current browser; there is nothing to install. Your classes
          follow your account: log in, and they are there.
        </Question>
      </div>
    </section>
  );
}

interface QuestionProps {
  readonly asks: string;
  readonly isOpen?: boolean;
  /** The answer. */
  readonly children: ReactNode;
}

function Question({ asks, isOpen = false, children }: QuestionProps): ReactNode {
  return (
    <details className="faq-question" open={isOpen}>
      <summary>{asks}</summary>
      <p>{children}</p>
    </details>
  );
}
