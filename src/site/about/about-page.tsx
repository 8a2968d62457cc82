import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/about-page";
import { AboutPromises } from "./about-promises.tsx";
import "./about-page.css";

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "About us · Senga",
    description:
      "How Senga teaches anime and manga drawing: step-by-step video, downloadable materials, any device, class galleries and a certificate when you finish.",
    path: "/about-us",
  });

const levels = [
  {
    name: "Beginner",
    text: "Pencil. No experience needed: learn to control a line, build a hand from boxes and a head from a ball, and stop fearing the blank page.",
  },
  {
    name: "Intermediate",
    text: "Ink. You can draw it; now make it read: line weight, hair and fabric that hang right, figures that stand on the ground.",
  },
  {
    name: "Advanced",
    text: "Tone. Light, pacing and spotted blacks, until a whole page tells its story.",
  },
] as const;

export default function AboutPage(): ReactNode {
  return (
    <div className="about">
      <section className="wrap about-opening">
        <div>
          <h1 tabIndex={-1}>
            <span className="about-label">About us</span> Every page you love{" "}
            <span className="about-blank">started blank.</span>
          </h1>
          <p className="lede">
            Senga is the Japanese word for line art: what’s left on the page once the pencil is erased and
            before the tone goes on. Here, people who draw anime and manga for a living show you every step of
            the way there.
          </p>
          <div className="about-actions">
            <ButtonLink to="/classes">Browse classes</ButtonLink>
            <ButtonLink to="/teach" look="quiet">
              Teach on Senga
            </ButtonLink>
          </div>
        </div>
        <div className="about-sheet">
          <img
            src="/drawings/cover-page.svg"
            width="1200"
            height="750"
            alt="The same manga page twice: a rough in blue pencil, and the finished page in ink, tone and color"
          />
        </div>
      </section>

      <section className="wrap section" aria-labelledby="promises">
        <SectionHeading id="promises" aside={<p className="note">read it like a page</p>}>
          How you learn here
        </SectionHeading>
        <AboutPromises />
      </section>

      <section className="wrap section about-levels" aria-labelledby="levels">
        <div className="about-levels-picture">
          <img
            src="/drawings/cover-hands.svg"
            width="1200"
            height="750"
            loading="lazy"
            decoding="async"
            alt="Three hands: built from boxes in pencil, inked in outline, finished with screentone"
          />
        </div>
        <div>
          <SectionHeading id="levels">Three levels</SectionHeading>
          <ol role="list">
            {levels.map(({ name, text }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className="wrap section about-doors" aria-labelledby="next">
        <h2 id="next" className="visually-hidden">
          Where to go from here
        </h2>
        <div className="about-door is-draw">
          <div>
            <img
              src="/drawings/cover-sfx.svg"
              width="1200"
              height="750"
              loading="lazy"
              decoding="async"
              alt=""
            />
            <div className="about-door-words">
              <h3>Blank page? Perfect.</h3>
              <p>Pick a class, take a seat and draw your first line.</p>
              <ButtonLink to="/classes">Find a class</ButtonLink>
            </div>
          </div>
        </div>
        <div className="about-door is-teach">
          <div>
            <div className="about-faculty">
              {["onigiri", "fox", "robot", "cat", "daruma", "penguin"].map((who) => (
                <img
                  key={who}
                  src={`/drawings/portrait-${who}.svg`}
                  width="600"
                  height="600"
                  loading="lazy"
                  decoding="async"
                  alt=""
                />
              ))}
            </div>
            <div className="about-door-words">
              <h3>Filled a few already?</h3>
              <p>
                Teach. You write the class and set its price and seats. We’ll review it with feedback, and
                once it’s approved it goes live. <Link to="/instructors">Meet the instructors</Link>
              </p>
              <ButtonLink to="/teach" look="quiet">
                Start teaching
              </ButtonLink>
            </div>
          </div>
        </div>
      </section>
    </div>
  );
}
