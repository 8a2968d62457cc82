import type { ReactNode } from "react";
import "./page-art.css";

/** portrait: a face from pencil to tone · rain: the cat waits for better weather · letter: a page in an envelope. */
export type Scene = "portrait" | "rain" | "letter";

/** The drawing beside a page that is otherwise a form alone: a slanted panel, on small screens a strip of it. */
export function PageArt({ scene }: { readonly scene: Scene }): ReactNode {
  return (
    <div className={`page-art is-${scene}`} aria-hidden="true">
      <div className="page-art-drawing" />
    </div>
  );
}
