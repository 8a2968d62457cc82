import { useEffect, useState } from "react";
import { DrawnIcon, Icon } from "./icons.tsx";
import "./copy-button.css";

const shownMilliseconds = 2500;

interface CopyButtonProps {
  readonly what: string;
  readonly text: string;
}

export function CopyButton({ what, text }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state !== "copied") return undefined;
    const timer = setTimeout(() => setState("idle"), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // Without clipboard access, shows the text for manual selection.
      setState("refused");
    }
  };
  return (
    <>
      <button
        type="button"
        className={`copy-button is-${state === "refused" ? "whole" : state}`}
        onClick={() => void copy()}
      >
        <span className="visually-hidden">Copy {what} </span>
        <code title={text}>{text}</code>
        {state === "copied" ? (
          <>
            <Icon name="check" />
            <span aria-hidden="true">Copied</span>
          </>
        ) : (
          <DrawnIcon drawing="M8 8h13v13H8ZM16 8V3H3v13h5" />
        )}
      </button>
      <span className="visually-hidden" role="status">
        {state === "copied" && "Copied"}
        {state === "refused" && "Your browser couldn’t copy it. Select the text and copy it yourself."}
      </span>
    </>
  );
}
