import type { ReactNode } from "react";
import { DrawnIcon } from "../../../../ui/icons.tsx";
import { MailIcon } from "./mail-icon.tsx";

interface ContactDetailsProps {
  readonly email: string;
  readonly phone: string;
}

export function ContactDetails({ email, phone }: ContactDetailsProps): ReactNode {
  return (
    <section className="contact-details" aria-labelledby="reach">
      <h2 id="reach" className="visually-hidden">
        Contact info
      </h2>
      <div className="contact-art">
        <img src="/drawings/portrait-ghost.svg" width="600" height="600" alt="" />
        <p className="contact-balloon">
          We respond within <span>24 – 48 hours.</span>
        </p>
      </div>
      <p>
        Trouble with a class, a payment or a picture that won’t load? Tell us what happened and we’ll look
        into it.
      </p>
      <address>
        <ul role="list">
          <li>
            <MailIcon />
            <span>
              <span className="visually-hidden">Email: </span>
              <a href={`mailto:${email}`}>{email}</a>
            </span>
          </li>
          <li>
            <DrawnIcon drawing="M6.6 3H3.5C3 12.5 11.5 21 21 20.5v-3.6l-4.8-1.7-2.1 2.1a14 14 0 0 1-7.4-7.4l2.1-2.1Z" />
            <span>
              <span className="visually-hidden">Phone: </span>
              <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
            </span>
          </li>
          <li>
            <DrawnIcon drawing="M12 21.5S5 14.5 5 9.5a7 7 0 0 1 14 0c0 5-7 12-7 12ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
            Based in New York City, USA
          </li>
        </ul>
      </address>
    </section>
  );
}
