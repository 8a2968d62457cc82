import type { ReactNode } from "react";
import "./auth-sheet.css";

export function AuthSheet({
  title,
  lede,
  scene = "portrait",
  children,
}: {
  title: string;
  lede?: ReactNode;
  scene?: Scene;
  children: ReactNode;
}) {
  return (
    <div className="wrap auth">
      <PageArt scene={scene} />
      <div className="auth-sheet panel">
        <h1 tabIndex={-1}>{title}</h1>
        {lede && <p className="lede">{lede}</p>}
        {children}
      </div>
    </div>
  );
}

type Scene = "portrait" | "rain" | "letter";

function PageArt({ scene }: { readonly scene: Scene }) {
  return (
    <div className={`page-art is-${scene}`} aria-hidden="true">
      <div className="page-art-drawing" />
    </div>
  );
}
