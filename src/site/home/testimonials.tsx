import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { Icon } from "../../ui/icons.tsx";
import "./testimonials.css";

const testimonials = [
  {
    portrait: "bunny",
    student: "Ada W.",
    className: "Eyes That Speak",
    quote:
      "The eyes I drew used to stare into space. Now they look at you. I’ve taped my first and my last side by side above my desk.",
  },
  {
    portrait: "penguin",
    student: "Kenji M.",
    className: "One Hundred Pen Lines",
    quote:
      "I expected lines to bore me. Then one evening the pen just did what I wanted. Blank paper doesn’t scare me anymore.",
  },
  {
    portrait: "frog",
    student: "Noor H.",
    className: "Streets in One-Point Perspective",
    quote:
      "I put the ruler away halfway through, sure it would all fall apart. It didn’t. Someone’s even walking down my street now.",
  },
] as const;

const count = testimonials.length;

/** Renders all testimonials, so that the list is complete without a script. */
export default function Testimonials() {
  const [current, setCurrent] = useState(0);
  return (
    <section className="wrap section" aria-labelledby="testimonials">
      <SectionHeading id="testimonials">What students say</SectionHeading>
      <div className="testimonials" role="group" aria-roledescription="carousel" aria-label="Student quotes">
        <div className="testimonial-list" aria-live="polite">
          {testimonials.map(({ portrait, student, className, quote }, index) => (
            <figure
              key={student}
              className={`testimonial is-${portrait}`}
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${count}`}
              data-shown={index === current || undefined}
            >
              <img
                src={`/drawings/portrait-${portrait}.svg`}
                alt=""
                width="600"
                height="600"
                loading="lazy"
                decoding="async"
              />
              <blockquote className="balloon">
                <BalloonTail />
                <p>“{quote}”</p>
              </blockquote>
              <figcaption>
                <strong>{student}</strong> in {className}
              </figcaption>
            </figure>
          ))}
        </div>
        <div className="row testimonial-controls">
          <span aria-hidden="true">
            {current + 1} of {count}
          </span>
          <IconButton label="Previous quote" onClick={() => setCurrent((current + count - 1) % count)}>
            <Icon name="chevronLeft" />
          </IconButton>
          <IconButton label="Next quote" onClick={() => setCurrent((current + 1) % count)}>
            <Icon name="chevronRight" />
          </IconButton>
        </div>
      </div>
    </section>
  );
}

function BalloonTail() {
  return (
    <svg className="balloon-tail" viewBox="0 0 62 48" aria-hidden="true">
      <path d="M61 5C43 11 21 11 4 6c12 18 32 34 57 38" />
    </svg>
  );
}
