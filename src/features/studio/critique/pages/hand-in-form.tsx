import { type DragEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { ApiError } from "../../../../http/client.ts";
import { xhrTransport } from "../../../../http/xhr-transport.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { FieldError, FormError } from "../../../../ui/field.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { readText, removeText, writeText } from "../../../../ui/kept-text.ts";
import LeaveDialog from "../../../../ui/leave-dialog.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { api, createApi } from "../../../../access/session.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { pictureTypes } from "../../../school/pictures/policy.ts";
import { DrawingPicture } from "./drawing-picture.tsx";
import type { OwnSubmission } from "./drawing-round.tsx";
import { type ListedPicture, type PictureList, createPictureList, shrinkPicture } from "./picture-list.ts";
import { maxLength, maxPictures, messages } from "../policy.ts";
import "./hand-in-form.css";

interface HandInFormProps {
  readonly place: { readonly classId: string; readonly lessonId: string };
  readonly own: OwnSubmission;
  readonly onHandedIn: (own: OwnSubmission) => void;
  /** Resolves to what the server has now; undefined if it can't be reached. */
  readonly onOutdated: () => Promise<OwnSubmission | undefined>;
}

export function HandInForm({ place, own, onHandedIn, onOutdated }: HandInFormProps) {
  const list = usePictureList(place, own);
  const { pictures, problem } = useSyncExternalStore(list.subscribe, list.state, list.state);
  const [note, setNote, forgetNote] = useKeptNote(place, own);
  // Pictures may upload for minutes after the button was pressed.
  const typed = useRef(note);
  useEffect(() => {
    typed.current = note;
  }, [note]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; pictures: readonly ListedPicture[] }>();
  const isUploading = pictures.some(({ step }) => step === "sending");
  const form = useRef<HTMLFormElement>(null);
  usePastedFiles(form, list.add);

  const fail = (text: string): void => setFailure({ text, pictures: list.state().pictures });
  const submit = async (): Promise<void> => {
    if (pictures.length === 0) return fail(messages.noPicture);
    setBusy(true);
    setFailure(undefined);
    try {
      const { classId, lessonId: id } = place;
      const ids = [...(await list.ids())];
      const body = { pictures: ids, note: typed.current };
      const handedIn = await api("POST /class/{classId}/lesson/{id}/submission", {
        params: { classId, id },
        body,
      });
      forgetNote(body.note);
      onHandedIn(handedIn);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        const now = await onOutdated();
        if (now) list.keepOnly(now.waiting);
      }
      fail(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={form}
      className="stack is-loose"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      <PictureChooser pictures={pictures} problem={problem} list={list} />
      <div className="field">
        <label htmlFor="drawing-note">A note to {own.instructorName} (optional)</label>
        <textarea
          className="input"
          id="drawing-note"
          rows={3}
          maxLength={maxLength.note}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <div className="stack is-start is-tight hand-in-end">
        <Button type="submit" busy={isBusy && (isUploading ? "Uploading…" : "Handing in…")}>
          Hand in
        </Button>
        <FormError>{failure?.pictures === pictures && failure.text}</FormError>
      </div>
      <LeaveDialog isUnsaved={() => isBusy || isUploading} />
    </form>
  );
}

interface ChooserProps {
  readonly pictures: readonly ListedPicture[];
  readonly problem: string | undefined;
  readonly list: PictureList;
}

function PictureChooser({ pictures, problem, list }: ChooserProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const id = useId();
  const handleDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setDraggedOver(true);
  };
  return (
    <div
      className={isDraggedOver ? "field hand-in-chooser is-over" : "field hand-in-chooser"}
      onDragEnter={handleDragOver}
      onDragOver={handleDragOver}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        list.add([...event.dataTransfer.files]);
      }}
    >
      <span className="field-label" id={`${id}-label`}>
        Your pictures
      </span>
      <div className="field-hint" id={`${id}-hint`}>
        Up to {maxPictures}: photos or files (JPEG, PNG, WebP, AVIF). You can drop or paste them here, too.
      </div>
      {pictures.length > 0 && (
        <ol role="list" className="hand-in-pictures">
          {pictures.map((listed, index) => (
            <ChosenPicture key={listed.key} listed={listed} number={index + 1} list={list} />
          ))}
        </ol>
      )}
      <FieldError id={`${id}-error`} message={problem} />
      <input
        className="visually-hidden"
        type="file"
        id="drawing-files"
        multiple
        accept={pictureTypes.join(",")}
        aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ""}`}
        onChange={({ currentTarget }) => {
          list.add([...(currentTarget.files ?? [])]);
          // Allows the same file again.
          currentTarget.value = "";
        }}
      />
      <label htmlFor="drawing-files" className="button is-quiet">
        {pictures.length > 0 ? "Add pictures" : "Choose pictures"}
      </label>
    </div>
  );
}

function ChosenPicture({
  listed,
  number,
  list,
}: {
  readonly listed: ListedPicture;
  readonly number: number;
  readonly list: PictureList;
}) {
  const { key, name, preview, step } = listed;
  const item = useRef<HTMLLIElement>(null);
  const takeOff = (): void => {
    const sibling = item.current?.nextElementSibling ?? item.current?.previousElementSibling;
    const next =
      sibling?.querySelector<HTMLElement>(".hand-in-off") ?? document.getElementById("drawing-files");
    list.remove(key);
    requestAnimationFrame(() => next?.focus());
  };
  return (
    <li ref={item} className="panel">
      <div className="hand-in-preview">
        {preview ? (
          // The number distinguishes the pictures.
          // oxlint-disable-next-line jsx-a11y/img-redundant-alt
          <img src={preview} alt={`Picture ${number}: ${name}`} />
        ) : (
          step === "uploaded" && (
            <DrawingPicture picture={listed.picture} alt={`Picture ${number}`} sizes="160px" />
          )
        )}
      </div>
      <div className="hand-in-state">
        <p role="status">
          {step === "sending" && (listed.progress < 1 ? `Uploading picture ${number}…` : `Processing…`)}
          {step === "uploaded" && (
            <>
              <Icon name="check" />
              Picture {number}
            </>
          )}
        </p>
        {step === "sending" && (
          <ProgressBar
            label={`Upload of picture ${number}`}
            done={listed.progress < 1 ? listed.progress : undefined}
          />
        )}
        {step === "stopped" && (
          <>
            <FieldError id={undefined} message={listed.problem} />
            {listed.mayRetry && (
              <Button look="quiet" size="small" onClick={() => list.retry(key)}>
                Try again<span className="visually-hidden"> to upload picture {number}</span>
              </Button>
            )}
          </>
        )}
        <button type="button" className="button is-quiet is-small hand-in-off" onClick={takeOff}>
          Remove<span className="visually-hidden"> picture {number}</span>
        </button>
      </div>
    </li>
  );
}

function usePictureList(
  { classId, lessonId: id }: HandInFormProps["place"],
  own: OwnSubmission,
): PictureList {
  const [list] = useState(() =>
    createPictureList(own.waiting, {
      prepare: shrinkPicture,
      send: (file, onProgress, signal) => {
        const body = new FormData();
        body.set("image", file);
        const form = { params: { classId, id }, body };
        return createApi(xhrTransport({ onProgress, signal }))(
          "POST /class/{classId}/lesson/{id}/pictures",
          form,
        );
      },
      takeOff: (picture) => api("DELETE /submission-pictures/{id}", { params: { id: picture } }),
      preview: { make: (file) => URL.createObjectURL(file), drop: (url) => URL.revokeObjectURL(url) },
    }),
  );
  useEffect(() => () => list.close(), [list]);
  return list;
}

/** Survives a phone that closes the page while its camera is open. */
function useKeptNote(
  { classId, lessonId }: HandInFormProps["place"],
  { note: takenBack, rounds }: OwnSubmission,
): readonly [note: string, set: (note: string) => void, forget: (sent: string) => void] {
  const { email } = useMember().user;
  const key = `drawing note ${email} ${classId} ${lessonId}`;
  const [note, setNote] = useState(() => {
    const kept = readText(key) ?? takenBack;
    // The answer to its handing in was lost.
    return kept && kept.trim() === rounds[0]?.note ? takenBack : kept;
  });
  const keep = (text: string): void => {
    setNote(text);
    writeText(key, text);
  };
  const forget = (sent: string): void => {
    if (readText(key) === sent) removeText(key);
  };
  return [note, keep, forget];
}

function usePastedFiles(
  form: { readonly current: HTMLElement | null },
  add: (files: readonly File[]) => void,
): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || document.querySelector("dialog[open]") || !form.current) return;
      event.preventDefault();
      add(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [form, add]);
}
