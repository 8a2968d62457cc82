import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import "./lost.css";

/** What is shown when a page breaks: a page with only its guides left, and the way out. */
export function ErrorScreen(): ReactNode {
  return (
    <main className="wrap lost" id="page">
      <title>Something went wrong · Senga</title>
      <div className="lost-pencil" aria-hidden="true" />
      <div>
        <h1 tabIndex={-1}>This page tore.</h1>
        <p className="lede">
          Something went wrong on our side, and nothing you did is lost. Load the page again to go on.
        </p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    </main>
  );
}
