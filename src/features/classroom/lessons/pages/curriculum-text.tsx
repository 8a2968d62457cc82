import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormError } from "../../../../ui/field.tsx";
import { maxLength } from "../policy.ts";
import { problems as lessonProblems } from "../problems.ts";
import { pictureTypes } from "../../../school/pictures/pages/file-rules.ts";
import { MarkdownToolbar } from "./markdown-toolbar.tsx";
import { useTextPictures } from "./use-text-pictures.ts";

interface LessonTextProps {
  readonly label: string;
  readonly body: string;
  readonly onEdit: (body: string) => void;
}

export function LessonText({ label, body, onEdit }: LessonTextProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const { add, problems } = useTextPictures(area, body, onEdit);
  return (
    <div className="field lesson-text">
      <div className="lesson-text-head">
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

function TextPreview({ text }: { readonly text: string }): ReactNode {
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
      {html === null && <FormError>{lessonProblems.textTooComplex.detail}</FormError>}
      {html && (
        // The renderer escapes HTML and drops unsafe links.
        // oxlint-disable-next-line react/no-danger
        <div dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </section>
  );
}
