import type { ReactNode } from "react";
import "./page-art.css";

export type Scene = "portrait" | "rain" | "letter";

export function PageArt({ scene }: { readonly scene: Scene }): ReactNode {
  return (
    <div className={`page-art is-${scene}`} aria-hidden="true">
      <div className="page-art-drawing" />
    </div>
  );
}
