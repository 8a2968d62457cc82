import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { describePage } from "../../web/page-meta.ts";
import type { Route } from "./+types/about-page";
import { AboutPromises } from "./about-promises.tsx";
import "./about-page.css";

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "About us · Senga",
    description:
      "How Senga teaches anime and manga drawing: step-by-step video, downloadable materials, every device, support groups and a certificate at the end.",
    path: "/about-us",
  });

/** The level's number is the one in the picture beside it. */
const levels = [
  {
    name: "Beginner",
    text: "Pencil. You need no experience: you learn to hold a line, to build a hand from boxes and a head from a ball, and not to fear the empty sheet.",
  },
  {
    name: "Intermediate",
    text: "Ink. You can draw it, and now it has to read: lines with weight, hair and cloth that fall, people who stand on a floor.",
  },
  {
    name: "Advanced",
    text: "Tone. Light, timing and black in the right places, until a whole page tells its story in the right order.",
  },
] as const;

/** The page is drawn as you read down: pencilled, inked, toned. */
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
            Senga is the Japanese word for line art: what stands on the sheet when the pencil has been rubbed
            out and the tone is still to come. On Senga, people who draw anime and manga show you every step
            on the way there.
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
            alt="The same manga page twice: a rough in blue pencil, and the finished page in ink, tone and colour"
          />
        </div>
      </section>

      <section className="wrap section" aria-labelledby="promises">
        <SectionHeading id="promises" aside={<p className="note">read it like a page</p>}>
          What every class gives you
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
          <ol>
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
              <h3>Your sheet is blank. Good.</h3>
              <p>Pick a class, take a seat, and draw the first line tonight.</p>
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
              <h3>You have filled a few?</h3>
              <p>
                Teach. You write the class and set its price and seats. We look at it and tell you what we
                think, and when it is approved, it is listed. <Link to="/instructors">Meet the teachers</Link>
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
