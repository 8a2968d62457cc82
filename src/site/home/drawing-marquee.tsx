import { type ReactNode, useState } from "react";
import { PauseButton } from "./pause-button.tsx";
import "./drawing-marquee.css";

/** What passes by, and what it shows. Their number is told to the stylesheet, which makes the pace of it. */
const drawings = [
  ["street", "A street in one-point perspective"],
  ["eyes", "An eye in four stages"],
  ["sfx", "A sound effect on an impact burst"],
  ["hair", "Hair in pencil, ink and tone"],
  ["tones", "Solids shaded with screentone"],
  ["speed", "A rice ball in focus lines"],
  ["hands", "Hands built from boxes"],
  ["clouds", "A summer cloud"],
  ["rain", "Rain at night"],
  ["faces", "One face in five moods"],
  ["food", "A steaming bowl of noodles"],
  ["garments", "Costumes on their hangers"],
] as const;

/** A row of drawings that passes by without end, until somebody looks closer: pointer, focus or the button stop it. */
export default function DrawingMarquee(): ReactNode {
  // Undefined: moves, and rests under pointer and focus. Who presses Play is there with one of them, and is obeyed.
  const [asked, setAsked] = useState<boolean>();
  return (
    <section className="drawing-marquee" aria-label="Pages from our classes" data-moves={asked}>
      <PauseButton
        what="the drawings"
        isPlaying={asked !== false}
        onPress={() => setAsked(asked === false)}
        onLeave={() => setAsked((moves) => (moves ? undefined : moves))}
      />
      <div className="drawing-strip">
        <Drawings />
        <Drawings isCopy />
      </div>
    </section>
  );
}

function Drawings({ isCopy = false }: { readonly isCopy?: boolean }): ReactNode {
  return (
    <ul aria-hidden={isCopy || undefined}>
      {drawings.map(([name, alt]) => (
        <li key={name}>
          <img
            src={`/drawings/cover-${name}.svg`}
            alt={isCopy ? "" : alt}
            width="1200"
            height="750"
            loading="lazy"
            decoding="async"
          />
        </li>
      ))}
    </ul>
  );
}
