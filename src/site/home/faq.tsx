import type { ReactNode } from "react";
import { Link } from "react-router";
import "./faq.css";

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
          Character work, heads and eyes, hair, hands and costumes, perspective and backgrounds, pen and brush
          lines, screentone, lettering and full page layout. Every class is marked beginner, intermediate or
          advanced.
        </Question>
        <Question asks="How do I buy a class?">
          Log in, press Select on a class, then open Selected Classes and press PAY NOW. You pay by card. Once
          your payment goes through, the seat is yours and the class is under Enrolled Classes. If someone
          takes the last seat while you’re paying, you won’t be charged. You can ask for a refund within 7
          days: see the <Link to="/refund-policy">Refund Policy</Link>.
        </Question>
        <Question asks="I’ve never drawn before. Is this for me?">
          Yes. Beginner classes start with the very first line. You don’t need experience, just something to
          draw with. Move on to intermediate and advanced classes whenever you’re ready.
        </Question>
        <Question asks="What devices can I use?">
          Any phone, tablet or computer with an up-to-date browser. There’s nothing to install: just log in
          and your classes are there.
        </Question>
      </div>
    </section>
  );
}

interface QuestionProps {
  readonly asks: string;
  readonly isOpen?: boolean;
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
