import { type RefObject, useEffect, useRef, useState } from "react";
import { failureText } from "../../../../ui/connection.ts";
import { dropPicture, finishPicture, movedPlace, startPicture } from "./picture-text.ts";
import { fileProblem } from "../../../school/pictures/pages/file-rules.ts";
import { sendPicture } from "../../../school/pictures/pages/use-picture-upload.ts";

/** Pictures that are pasted, dropped or chosen go into the text where the cursor is. */
export function useTextPictures(
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
  /** Where the cursor is, once the text before it has changed. */
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

  /** Returns whether there was a picture among the files. */
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
