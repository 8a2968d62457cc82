import { type RefObject, type ReactNode, useEffect, useRef, useState } from "react";
import { failureText } from "../../../../ui/connection.ts";
import { FormError } from "../../../../ui/field.tsx";
import { fileProblem, pictureTypes } from "../../../school/pictures/policy.ts";
import { sendPicture } from "../../../school/pictures/pages/picture-upload.ts";
import { maxLength, textTooComplex } from "../policy.ts";
import { dropPicture, finishPicture, movedPlace, startPicture } from "./picture-text.ts";
import { DrawnIcon } from "../../../../ui/icons.tsx";

function useTextPictures(
  area: RefObject<HTMLTextAreaElement | null>,
  body: string,
  onEdit: (body: string) => void,
) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const latest = useRef(body);
  const selection = useRef<readonly [from: number, to: number]>(undefined);
  useEffect(() => {
    latest.current = body;
    if (!selection.current) return;
    area.current?.setSelectionRange(...selection.current);
    selection.current = undefined;
  }, [area, body]);
  const edit = (next: string, selected: readonly [from: number, to: number] | undefined): void => {
    if (next === latest.current) return;
    latest.current = next;
    selection.current = selected;
    onEdit(next);
  };
  const moved = (next: string, changedAt: number): readonly [number, number] | undefined => {
    const place = (at: number): number => movedPlace(at, latest.current, next, changedAt);
    return area.current ? [place(area.current.selectionStart), place(area.current.selectionEnd)] : undefined;
  };
  const refuse = ({ name }: File, why: string): void =>
    setProblems((before) => [...before, `${name}: ${why}`]);

  const send = async (file: File, placeholder: string, begun: string): Promise<void> => {
    try {
      const url = await sendPicture(file, () => {}, new AbortController().signal);
      const done = finishPicture(latest.current, placeholder, url);
      if (!done) return;
      const isUntouched = latest.current === begun && document.activeElement === area.current;
      edit(done.text, isUntouched ? [done.from, done.to] : moved(done.text, done.from));
    } catch (error) {
      const next = dropPicture(latest.current, placeholder);
      edit(next, moved(next, latest.current.indexOf(placeholder)));
      refuse(file, failureText(error));
    }
  };

  // One after the other: the server has few places for each person.
  const last = useRef(Promise.resolve());
  const add = (files: FileList | null): boolean => {
    const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (pictures.length === 0) return false;
    setProblems([]);
    let at = area.current?.selectionEnd ?? latest.current.length;
    for (const file of pictures) {
      const refusal = fileProblem(file);
      if (refusal) {
        refuse(file, refusal);
        continue;
      }
      const { text, placeholder, end } = startPicture(latest.current, at, file.name);
      edit(text, [end, end]);
      at = end;
      last.current = last.current.then(() => send(file, placeholder, text));
    }
    return true;
  };
  return { add, problems };
}

interface LessonTextProps {
  readonly label: string;
  readonly body: string;
  readonly onEdit: (body: string) => void;
}

export function LessonText({ label, body, onEdit }: LessonTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const { add, problems } = useTextPictures(area, body, onEdit);
  return (
    <div className="field lesson-text">
      <div className="bar is-close">
        <label htmlFor="lesson-body">{label}</label>
        <span className="lesson-text-modes">
          <button type="button" aria-pressed={!isPreviewed} onClick={() => setPreviewed(false)}>
            Write
          </button>
          <button type="button" aria-pressed={isPreviewed} onClick={() => setPreviewed(true)}>
            Preview
          </button>
        </span>
      </div>
      {!isPreviewed && (
        <MarkdownToolbar id="lesson-body">
          <label className="button is-quiet is-small lesson-picture">
            <input
              className="visually-hidden"
              type="file"
              accept={pictureTypes.join(",")}
              multiple
              onChange={({ currentTarget }) => {
                add(currentTarget.files);
                currentTarget.value = "";
              }}
            />
            Add pictures
          </label>
        </MarkdownToolbar>
      )}
      <textarea
        ref={area}
        className="input"
        id="lesson-body"
        aria-describedby="lesson-body-hint"
        rows={14}
        hidden={isPreviewed}
        value={body}
        maxLength={maxLength.body}
        onChange={({ target }) => onEdit(target.value)}
        onPaste={(event) => {
          if (add(event.clipboardData.files)) event.preventDefault();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (add(event.dataTransfer.files)) event.preventDefault();
        }}
      />
      <p className="field-hint" id="lesson-body-hint">
        Paste or drop pictures: they go where the cursor is. You can also type{" "}
        <a href="https://commonmark.org/help/" target="_blank" rel="noreferrer">
          Markdown
        </a>
        .
      </p>
      {isPreviewed && <TextPreview text={body} />}
      <FormError>{problems.join(" ")}</FormError>
    </div>
  );
}

function TextPreview({ text }: { readonly text: string }) {
  /** Null: too complex to show. */
  const [html, setHtml] = useState<string | null>();
  useEffect(() => {
    let isGone = false;
    const render = async (): Promise<void> => {
      const { renderMarkdown } = await import("../render-markdown.ts");
      if (!isGone) setHtml(renderMarkdown(text) ?? null);
    };
    void render();
    return () => {
      isGone = true;
    };
  }, [text]);
  return (
    <section className="lesson-preview" aria-label="Preview" aria-busy={html === undefined}>
      {html === "" && <p>Nothing is written yet.</p>}
      {html === null && <FormError>{textTooComplex}</FormError>}
      {html && (
        // The renderer escapes HTML and drops unsafe links.
        // oxlint-disable-next-line react/no-danger
        <div dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </section>
  );
}

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

function MarkdownToolbar({ id, children }: MarkdownToolbarProps) {
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
            <button
              key={style}
              type="button"
              className="icon-button"
              data-md-button={style}
              aria-label={label}
            >
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
