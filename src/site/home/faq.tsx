import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import "./faq.css";

export default function Faq() {
  return (
    <section className="wrap section columns faq" aria-labelledby="faq">
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
          your payment goes through, the seat is yours, and you’ll find the class and its lessons under
          Enrolled Classes. Many classes have free preview lessons on their page. If someone takes the last
          seat while you’re paying, you won’t be charged.
        </Question>
        <Question asks="Can I get my money back?">
          Within 7 days of paying, or of the first lesson if it comes out later, if you’ve opened less than
          20% of the class and paid the regular price. Your Payment History shows where you stand, down to
          each lesson, with a button to withdraw. You don’t have to say why. See the{" "}
          <Link to="/refund-policy">Refund Policy</Link>.
        </Question>
        <Question asks="I’ve never drawn before. Is this for me?">
          Yes. Beginner classes start with the very first line. You don’t need experience, just something to
          draw with. Move on to intermediate and advanced classes whenever you’re ready.
        </Question>
        <Question asks="How old do I have to be?">
          13 or older. Until you’re 18, we ask your parent or guardian for their consent by email; you can
          look around and select classes right away. Once they agree, you can buy classes and join their
          galleries.
        </Question>
        <Question asks="What devices can I use?">
          Any phone, tablet or computer with an up-to-date browser and an internet connection. There’s nothing
          to install: log in, press Continue, and you’re back where you stopped, even if that was on another
          device.
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

function Question({ asks, isOpen = false, children }: QuestionProps) {
  return (
    <details className="faq-question" open={isOpen}>
      <summary>{asks}</summary>
      <p>{children}</p>
    </details>
  );
}
