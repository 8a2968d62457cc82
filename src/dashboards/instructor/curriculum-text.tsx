import { type ReactNode, useEffect, useRef, useState } from "react";
import { failureText } from "../../ui/connection.ts";
import { FormError } from "../../ui/field.tsx";
import { dropPicture, finishPicture, startPicture } from "../../features/lessons/picture-text.ts";
import { maxLength } from "../../features/lessons/policy.ts";
import { fileProblem, pictureTypes } from "../../features/pictures/file-rules.ts";
import { sendPicture } from "../../features/pictures/use-picture-upload.ts";

interface LessonTextProps {
  readonly label: string;
  readonly body: string;
  readonly onEdit: (body: string) => void;
}

export function LessonText({ label, body, onEdit }: LessonTextProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const { add, problem } = usePictures(area, body, onEdit);
  const addAll = (files: FileList): boolean => {
    const pictures = [...files].filter(({ type }) => type.startsWith("image/"));
    for (const file of pictures) void add(file);
    return pictures.length > 0;
  };
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
      <p className="field-hint" id="lesson-body-hint">
        Markdown: <code># Heading</code>, <code>**bold**</code>, <code>- list</code>. Paste or drop pictures
        where you want them.
      </p>
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
          if (addAll(event.clipboardData.files)) event.preventDefault();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (addAll(event.dataTransfer.files)) event.preventDefault();
        }}
      />
      {isPreviewed && <TextPreview text={body} />}
      <FormError>{problem}</FormError>
      {!isPreviewed && (
        <label className="button is-quiet is-small lesson-picture">
          <input
            className="visually-hidden"
            type="file"
            accept={pictureTypes.join(",")}
            onChange={({ currentTarget }) => {
              if (currentTarget.files) addAll(currentTarget.files);
              currentTarget.value = "";
            }}
          />
          Add a picture
        </label>
      )}
    </div>
  );
}

function usePictures(
  area: React.RefObject<HTMLTextAreaElement | null>,
  body: string,
  onEdit: (body: string) => void,
) {
  const [problem, setProblem] = useState<string>();
  const latest = useRef(body);
  const selection = useRef<readonly [from: number, to: number]>(undefined);
  useEffect(() => {
    latest.current = body;
    if (!selection.current) return;
    area.current?.setSelectionRange(...selection.current);
    selection.current = undefined;
  }, [area, body]);
  const edit = (next: string): void => {
    latest.current = next;
    onEdit(next);
  };
  const add = async (file: File): Promise<void> => {
    const refusal = fileProblem(file);
    setProblem(refusal);
    if (refusal) return;
    const at = area.current?.selectionEnd ?? latest.current.length;
    const { text, placeholder } = startPicture(latest.current, at, file.name);
    edit(text);
    try {
      const url = await sendPicture(file, () => {}, new AbortController().signal);
      const done = finishPicture(latest.current, placeholder, url);
      if (!done) return;
      selection.current = [done.from, done.to];
      area.current?.focus();
      edit(done.text);
    } catch (error) {
      edit(dropPicture(latest.current, placeholder));
      setProblem(`The picture wasn’t added. ${failureText(error)}`);
    }
  };
  return { add, problem };
}

function TextPreview({ text }: { readonly text: string }): ReactNode {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    let isGone = false;
    const render = async (): Promise<void> => {
      const { renderMarkdown } = await import("../../features/lessons/render-markdown.ts");
      if (!isGone) setHtml(renderMarkdown(text));
    };
    void render();
    return () => {
      isGone = true;
    };
  }, [text]);
  return (
    <section className="lesson-preview" aria-label="Preview" aria-busy={html === undefined}>
      {html === "" ? (
        <p>Nothing is written yet.</p>
      ) : (
        // The renderer escapes HTML and drops unsafe links.
        // oxlint-disable-next-line react/no-danger
        <div dangerouslySetInnerHTML={{ __html: html ?? "" }} />
      )}
    </section>
  );
}
