import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import type { EditorKind } from "../policy.ts";
import "./conflict-notice.css";

interface ConflictNoticeProps {
  readonly title: string;
  readonly by: EditorKind | null | undefined;
  readonly at: unknown;
  /** Labels of the fields. */
  readonly changed: readonly string[];
  readonly children: ReactNode;
}

const editors = {
  you: "You changed it in another window",
  instructor: "Its instructor changed it",
  admin: "An admin changed it",
} as const satisfies Record<EditorKind, string>;

/** Takes the focus: the form that was sent is not saved. */
export default function ConflictNotice({ title, by, at, changed, children }: ConflictNoticeProps): ReactNode {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: "start" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new conflict is looked at
  }, [at]);
  return (
    <div className="conflict" role="alert" aria-labelledby="conflict-title" tabIndex={-1} ref={notice}>
      <h2 id="conflict-title">
        <Icon name="alert" />
        {title}
      </h2>
      <p>
        {by ? editors[by] : "Somebody changed it"}
        {at !== undefined && (
          <>
            , <Moment at={at} />
          </>
        )}
        : {changed.join(", ")}.
      </p>
      {children}
    </div>
  );
}
