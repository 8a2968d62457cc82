import { type RefObject, useEffect, useRef, useState, type ReactNode } from "react";
import { failureText } from "../../../../ui/connection.ts";
import { FormError } from "../../../../ui/field.tsx";
import { fileProblem, pictureTypes } from "../../../school/pictures/policy.ts";
import { sendPicture } from "../../../school/pictures/pages/picture-upload.ts";
import { maxLength } from "../policy.ts";
import { problems as lessonProblems } from "../problems.ts";
import { dropPicture, finishPicture, movedPlace, startPicture } from "./picture-text.ts";
import { MarkdownToolbar } from "./markdown-toolbar.tsx";

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
      void send(file, placeholder, text);
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

export function LessonText({ label, body, onEdit }: LessonTextProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const { add, problems } = useTextPictures(area, body, onEdit);
  return (
    <div className="field lesson-text">
      <div className="bar lesson-text-head">
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
