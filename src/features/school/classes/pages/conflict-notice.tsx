import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import type { EditorKind } from "../policy.ts";
import "./class-form.css";

const labels = {
  image: "Class picture",
  className: "Class name",
  availableSeats: "Available seats",
  price: "Price",
  level: "Level",
  topics: "Topics",
  description: "Description",
  whatYouWillLearn: "What you’ll learn",
  tools: "What students need",
  title: "Title",
  body: "Text",
} as const;

const words = {
  class: {
    title: "This class changed while you were editing",
    text: "Your changes aren’t saved yet. The form now shows what you typed, plus the latest version of everything else. Look it over, then update the class again.",
  },
  lesson: {
    title: "This lesson changed while you were writing",
    text: "What you typed is below and isn’t saved yet. Keep it, or copy what you need before you switch to the saved version.",
  },
} as const;

interface ConflictNoticeProps {
  readonly about: keyof typeof words;
  readonly by: EditorKind | null | undefined;
  readonly at: unknown;
  readonly changed: readonly (keyof typeof labels)[];
  readonly children?: ReactNode;
}

const editors = {
  you: "You changed it in another window",
  instructor: "Its instructor changed it",
  admin: "An admin changed it",
} as const satisfies Record<EditorKind, string>;

/** Takes the focus, because the submitted form is not saved. */
export default function ConflictNotice({ about, by, at, changed, children }: ConflictNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: "start" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new conflict is looked at
  }, [at]);
  return (
    <div
      className="stack is-start is-close conflict"
      role="alert"
      aria-labelledby="conflict-title"
      tabIndex={-1}
      ref={notice}
    >
      <h2 id="conflict-title" className="row warning subheading">
        <Icon name="alert" />
        {words[about].title}
      </h2>
      <p>
        {by ? editors[by] : "Someone changed it"}
        {at !== undefined && (
          <>
            , <Moment at={at} />
          </>
        )}
        : {changed.map((name) => labels[name]).join(", ")}.
      </p>
      <p>{words[about].text}</p>
      {children}
    </div>
  );
}
