import { useState } from "react";
import { PauseButton } from "./pause-button.tsx";
import "./drawing-marquee.css";

/** The stylesheet derives the speed from the number of drawings. */
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

export default function DrawingMarquee() {
  // Undefined: moves, and pauses on hover and focus. Play overrides both.
  const [choice, setChoice] = useState<boolean>();
  return (
    <section className="drawing-marquee" aria-label="More drawings" data-moves={choice}>
      <PauseButton
        what="the drawings"
        isPlaying={choice !== false}
        onPress={() => setChoice(choice === false)}
        onLeave={() => setChoice((moves) => (moves ? undefined : moves))}
      />
      <div className="drawing-strip">
        <Drawings />
        <Drawings isCopy />
      </div>
    </section>
  );
}

function Drawings({ isCopy = false }: { readonly isCopy?: boolean }) {
  return (
    <ul role="list" aria-hidden={isCopy || undefined}>
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
