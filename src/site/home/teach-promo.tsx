import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import "./teach-promo.css";

export function TeachPromo(): ReactNode {
  return (
    <section className="teach-promo" aria-labelledby="teach-promo">
      <div className="wrap">
        <div className="teach-promo-copy">
          <h2 id="teach-promo">Teach the thing you draw best.</h2>
          <p>
            Set your price and seats, upload a cover and send your class for review. You’ll get written
            feedback, like notes from a good editor.
          </p>
          <ButtonLink to="/teach">Start Teaching Today</ButtonLink>
        </div>
      </div>
      <div className="teach-promo-panel">
        <div className="teach-promo-drawing" />
      </div>
    </section>
  );
}
