import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/about-page";
import "./about-page.css";
import "./about-promises.css";
import "./promise-art.css";

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

export default function AboutPage() {
  return (
    <div className="about has-ruler">
      <section className="wrap columns about-opening">
        <div>
          <h1 tabIndex={-1}>
            <span className="about-label">About us</span> Every page you love{" "}
            <span className="in-pencil">started blank.</span>
          </h1>
          <p className="lede">
            Senga is the Japanese word for line art: what’s left on the page once the pencil is erased and
            before the tone goes on. Here, people who draw anime and manga for a living show you every step of
            the way there.
          </p>
          <div className="actions about-actions">
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

      <section className="wrap section columns about-levels" aria-labelledby="levels">
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

      <section className="wrap section columns about-doors" aria-labelledby="next">
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
            <div className="crop about-faculty">
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

interface PanelProps {
  readonly kind: "video" | "sheets" | "devices" | "groups" | "certificate";
  readonly title: string;
  readonly children: ReactNode;
  readonly art: ReactNode;
  readonly aside?: ReactNode;
}

function AboutPromises() {
  return (
    <ol role="list" className="promises">
      <Panel
        kind="video"
        title="Step-by-step video tutorials"
        art={
          <>
            <Drawing name="cover-eyes" />
            <Playhead />
          </>
        }
      >
        Every stroke, in order: construction, pencil, ink, tone. Pause, slow down, repeat a part or flip the
        picture, and draw along at your own pace.
      </Panel>
      <Panel kind="sheets" title="Downloadable materials" art={<Drawing name="cover-lines" />}>
        Worksheets and reference sheets sit right beside the lesson that uses them. Download them, print them,
        draw over them, keep them.
      </Panel>
      <Panel
        kind="devices"
        title="Access on all devices"
        art={
          <div className="promise-screens">
            {["laptop", "tablet", "phone"].map((screen) => (
              <span key={screen} className={`crop promise-screen is-${screen}`}>
                <Drawing name="cover-street" />
              </span>
            ))}
          </div>
        }
      >
        The laptop on your desk, your tablet, your phone on the train: your classes work on all of them, and
        Continue knows where you stopped.
      </Panel>
      <Panel kind="groups" title="Community support groups" art={<Conversation />}>
        Every class has a gallery. Show a page there, ask what’s wrong with that hand, and help someone else
        with theirs. Under 18? Your guardian has to agree first.
      </Panel>
      <Panel
        kind="certificate"
        title="Certificates on completion"
        art={
          <div className="promise-certificate">
            <Drawing name="certificate" width={1400} height={990} />
            <span className="promise-title">Certificate</span>
            <span className="promise-kind">of completion</span>
            <span className="promise-owner">This page belongs to</span>
            <span className="promise-name">your name</span>
            <span className="promise-deed">who drew every exercise in</span>
            <span className="promise-class">the class you finished</span>
          </div>
        }
        aside={
          <div className="row promise-daruma">
            <Drawing name="portrait-daruma" width={600} height={600} />
            <p className="note">finish, and the daruma gets its second eye</p>
          </div>
        }
      >
        Finish every lesson, draw every exercise, first line to last, and you get a sealed certificate with
        your name, the class and your instructor.
      </Panel>
    </ol>
  );
}

function Panel({ kind, title, children, art, aside }: PanelProps) {
  return (
    <li className={`promise is-${kind}`}>
      <div className="promise-sheet">
        <div className="crop promise-art">{art}</div>
        <div className="promise-words">
          <h3>{title}</h3>
          <p>{children}</p>
          {aside}
        </div>
      </div>
    </li>
  );
}

function Drawing({
  name,
  width = 1200,
  height = 750,
}: {
  readonly name: string;
  readonly width?: number;
  readonly height?: number;
}) {
  return (
    <img src={`/drawings/${name}.svg`} width={width} height={height} loading="lazy" decoding="async" alt="" />
  );
}

function Playhead() {
  return (
    <div className="row promise-playhead" aria-hidden="true">
      <svg viewBox="0 0 24 24">
        <path d="M6 3.5v17L20.5 12Z" fill="currentColor" />
      </svg>
      <span />
    </div>
  );
}

const conversation = [
  ["cat", "Which hand looks wrong?"],
  ["robot", "Flip the page. You’ll see it."],
  ["cat", "Oh. The thumb."],
] as const;

function Conversation() {
  return (
    <div className="promise-talk">
      {conversation.map(([who, words]) => (
        <p key={words} className={`is-${who}`}>
          <img
            src={`/drawings/portrait-${who}.svg`}
            width="600"
            height="600"
            loading="lazy"
            decoding="async"
            alt={`The ${who}:`}
          />
          <span>{words}</span>
        </p>
      ))}
    </div>
  );
}
