import type { ReactNode } from "react";
import { PageArt, type Scene } from "./page-art.tsx";
import "./auth-form.css";

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
}): ReactNode {
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
