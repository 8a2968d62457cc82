import type { ReactNode } from "react";
import { preload } from "react-dom";
import heroDark from "../../../art/drawings/hero-dark.svg?url";
import heroLight from "../../../art/drawings/hero-light.svg?url";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import "./hero.css";

const promises = [
  "Beginner to advanced",
  "Taught by working artists",
  "One price per class",
  "Every device you own",
  "Refundable for 7 days",
];

/**
 * A background would wait for the styles, behind the fonts. With a theme other than the system's, the drawing still
 * loads that late.
 */
function preloadDrawing(): void {
  const options = { as: "image", fetchPriority: "high" } as const;
  preload(heroLight, { ...options, media: "(prefers-color-scheme: light)" });
  preload(heroDark, { ...options, media: "(prefers-color-scheme: dark)" });
}

/** Fixed line breaks: the fallback font would break elsewhere. */
export function Hero(): ReactNode {
  preloadDrawing();
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero-copy">
          <h1 tabIndex={-1}>
            <span>From </span>
            <span className="hero-pencil">first line </span>
            <span>to finished </span>
            <span>page.</span>
          </h1>
          <p className="lede">
            Anime and manga drawing classes taught by working manga and anime artists. Pick a class, take your
            seat, and finish with pages of your own.
          </p>
          <div className="hero-actions">
            <ButtonLink to="/classes">Browse classes</ButtonLink>
            <ButtonLink to="/instructors" look="quiet">
              Meet the instructors
            </ButtonLink>
          </div>
        </div>
        <div className="hero-art">
          <div
            className="hero-drawing"
            role="img"
            aria-label="One portrait in three panels: pencil guide lines, clean ink line, finished page with screentone and color"
          />
          <span className="hero-stage is-first">1 pencil</span>
          <span className="hero-stage is-second">2 ink</span>
          <span className="hero-stage is-third">3 tone</span>
        </div>
        <ul role="list" className="hero-promises">
          {promises.map((promise) => (
            <li key={promise}>
              <Icon name="check" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
