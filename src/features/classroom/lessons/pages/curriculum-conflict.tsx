import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import type { DraftText } from "./create-draft.ts";
import "../../../school/classes/pages/conflict-panel.css";

interface LessonConflictProps {
  readonly mine: DraftText;
  readonly theirs: DraftText;
  readonly onKeep: (whose: "mine" | "theirs") => void;
}

const labels = { title: "Title", body: "Text" } as const;

/** Shows the draft that was saved first beside the user's own, so that neither is lost. */
export function LessonConflict({ mine, theirs, onKeep }: LessonConflictProps): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "start" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new conflict is looked at
  }, [theirs]);
  const rows = (["title", "body"] as const).filter((name) => mine[name] !== theirs[name]);
  return (
    <div className="conflict" role="alert" aria-labelledby="conflict-title" tabIndex={-1} ref={panel}>
      <h2 id="conflict-title">
        <Icon name="alert" />
        Someone else saved this lesson while you were writing
      </h2>
      <p>Your changes aren’t saved yet, and they aren’t lost. Copy from either side what you need.</p>
      <ul role="list" className="conflict-rows">
        {rows.map((name) => (
          <li key={name}>
            <h3>{labels[name]}</h3>
            <dl>
              <div>
                <dt>They saved</dt>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls */}
                <dd tabIndex={0}>{theirs[name] || "Nothing"}</dd>
              </div>
              <div>
                <dt>Yours</dt>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls */}
                <dd tabIndex={0}>{mine[name] || "Nothing"}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
      <div className="lesson-actions">
        <Button onClick={() => onKeep("mine")}>Keep mine</Button>
        <Button look="quiet" onClick={() => onKeep("theirs")}>
          Use theirs
        </Button>
      </div>
    </div>
  );
}
