import type { ReactNode } from "react";
import "./about-promises.css";

interface PanelProps {
  readonly kind: "video" | "sheets" | "devices" | "groups" | "certificate";
  readonly title: string;
  readonly children: ReactNode;
  readonly art: ReactNode;
  readonly aside?: ReactNode;
}

export function AboutPromises(): ReactNode {
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
              <span key={screen} className={`promise-screen is-${screen}`}>
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
        with theirs. Under 18? Your guardian agrees first.
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
          <div className="promise-daruma">
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

function Panel({ kind, title, children, art, aside }: PanelProps): ReactNode {
  return (
    <li className={`promise is-${kind}`}>
      <div className="promise-sheet">
        <div className="promise-art">{art}</div>
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
}): ReactNode {
  return (
    <img src={`/drawings/${name}.svg`} width={width} height={height} loading="lazy" decoding="async" alt="" />
  );
}

function Playhead(): ReactNode {
  return (
    <div className="promise-playhead" aria-hidden="true">
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

function Conversation(): ReactNode {
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
