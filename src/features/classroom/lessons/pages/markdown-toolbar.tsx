import { type ReactNode, useEffect, useState } from "react";
import { DrawnIcon } from "../../../../ui/icons.tsx";

const tools = {
  "header-2": { label: "Heading", drawing: "M6 4v16M18 4v16M6 12h12" },
  bold: { label: "Bold", drawing: "M7 4h6a4 4 0 0 1 0 8H7Zm0 8h7a4 4 0 0 1 0 8H7Z" },
  italic: { label: "Italic", drawing: "M10 4h8M6 20h8M14 4l-4 16" },
  "unordered-list": { label: "List", drawing: "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01" },
  "ordered-list": {
    label: "Numbered list",
    drawing: "M10 6h11M10 12h11M10 18h11M3.5 5 5 4v5M3.5 15.5c2-2 3 0 1.5 1.5L3.5 19H6",
  },
  quote: { label: "Quote", drawing: "M4 4v16M9 7h11M9 12h11M9 17h7" },
  link: {
    label: "Link",
    drawing:
      "M10 14a4.5 4.5 0 0 0 6.5.5l3-3a4.6 4.6 0 0 0-6.5-6.5l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.5-.5l-3 3a4.6 4.6 0 0 0 6.5 6.5l1.5-1.5",
  },
} as const;

interface MarkdownToolbarProps {
  readonly id: string;
  readonly children: ReactNode;
}

export function MarkdownToolbar({ id, children }: MarkdownToolbarProps): ReactNode {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    import("@github/markdown-toolbar-element").then(
      () => setReady(true),
      // Without it, Markdown can still be typed.
      () => {},
    );
  }, []);
  return (
    <div className="bar markdown-tools">
      {isReady && (
        <markdown-toolbar for={id} role="group" aria-label="Formatting" data-no-focus="">
          {Object.entries(tools).map(([style, { label, drawing }]) => (
            <button key={style} type="button" data-md-button={style} aria-label={label}>
              <span title={label}>
                <DrawnIcon drawing={drawing} />
              </span>
            </button>
          ))}
        </markdown-toolbar>
      )}
      {children}
    </div>
  );
}

declare module "react" {
  // oxlint-disable-next-line typescript/no-namespace -- where React looks for elements
  namespace JSX {
    interface IntrinsicElements {
      "markdown-toolbar": HTMLAttributes<HTMLElement> & {
        readonly for: string;
        /** Disables arrow keys between buttons. */
        readonly "data-no-focus"?: "";
      };
    }
  }
}
