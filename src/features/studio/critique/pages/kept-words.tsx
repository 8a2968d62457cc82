import type { ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { type KeptDraft, isEmptyDraft } from "./use-critique-draft.ts";

/** Text that can't be sent anymore; it stays until its writer discards it. */
export function KeptWords({ draft, forget }: Pick<KeptDraft, "draft" | "forget">): ReactNode {
  if (isEmptyDraft(draft)) return null;
  return (
    <section className="panel kept-words" aria-labelledby="kept-words">
      <h2 id="kept-words">What you had written is still here</h2>
      <p>{draft.text}</p>
      {draft.pins.length > 0 && (
        <ul>
          {draft.pins.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
      <Button look="quiet" size="small" onClick={forget}>
        Delete it
      </Button>
    </section>
  );
}
