import { ApiError, isAbort } from "../../../../http/client.ts";
import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";
import { failureText } from "../../../../ui/connection.ts";
import { fileProblem, tooLarge, isPictureType, maxHeight } from "../../../school/pictures/policy.ts";
import { maxPictures, messages, drawingWidths } from "../policy.ts";

export interface StoredPicture {
  readonly _id: string;
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
}

interface Listed {
  readonly key: string;
  readonly name: string;
  readonly preview?: string;
}
export type ListedPicture = Listed &
  (
    | { readonly step: "uploaded"; readonly picture: StoredPicture }
    /** `progress` is a fraction from 0 to 1; at 1 the server transcodes. */
    | { readonly step: "sending"; readonly progress: number }
    | { readonly step: "stopped"; readonly problem: string; readonly mayRetry: boolean }
  );

interface Dependencies {
  readonly prepare: (file: File) => Promise<File>;
  readonly send: (
    file: File,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ) => Promise<StoredPicture>;
  readonly takeOff: (id: string) => Promise<unknown>;
  readonly preview: { readonly make: (file: File) => string; readonly drop: (url: string) => void };
}

interface ListState {
  readonly pictures: readonly ListedPicture[];
  readonly problem: string | undefined;
}

export interface PictureList extends ReadonlyStore<ListState> {
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  readonly retry: (key: string) => void;
  /** Drops uploaded pictures that the server no longer has. */
  readonly keepOnly: (stored: readonly StoredPicture[]) => void;
  readonly close: () => void;
  /** The ids in order, once all are uploaded. Throws if one failed. */
  readonly ids: () => Promise<readonly string[]>;
}

/** Sequential uploads: the first arrives sooner, and the server limits concurrent ones. */
export function createPictureList(
  stored: readonly StoredPicture[],
  { prepare, send, takeOff, preview }: Dependencies,
): PictureList {
  const { state, set, subscribe } = createStore<ListState>({
    pictures: stored.map((picture, index) => ({
      key: picture._id,
      name: `Picture ${index + 1}`,
      step: "uploaded",
      picture,
    })),
    problem: undefined,
  });
  const files = new Map<string, { readonly file: File; controller: AbortController; done: Promise<void> }>();
  let added = 0;
  let last: Promise<unknown> = Promise.resolve();

  const change = (key: string, to: (listed: ListedPicture) => ListedPicture): void =>
    set({ ...state(), pictures: state().pictures.map((each) => (each.key === key ? to(each) : each)) });

  const hasKey = (key: string): boolean => state().pictures.some((each) => each.key === key);
  const isListed = (id: string): boolean =>
    state().pictures.some((each) => each.step === "uploaded" && each.picture._id === id);

  /** Waits for other uploads, because the server gives the same bytes the same id. */
  const takeOffUnlessListed = (id: string): void => {
    last = last.then(() => (isListed(id) ? undefined : takeOff(id).catch(() => {})));
  };

  const upload = async (key: string, file: File, signal: AbortSignal): Promise<void> => {
    const show = (next: (listed: Listed) => ListedPicture): void => {
      if (!signal.aborted)
        change(key, ({ name, preview: url }) => next({ key, name, ...(url && { preview: url }) }));
    };
    try {
      const ready = await prepare(file);
      const problem = fileProblem(ready);
      if (problem) return show((listed) => ({ ...listed, step: "stopped", problem, mayRetry: false }));
      const picture = await send(
        ready,
        (progress) => show((listed) => ({ ...listed, step: "sending", progress })),
        signal,
      );
      // It was removed before the response arrived.
      if (!hasKey(key)) takeOffUnlessListed(picture._id);
      else if (isListed(picture._id)) drop(key, messages.pictureAdded);
      else show((listed) => ({ ...listed, step: "uploaded", picture }));
    } catch (error) {
      if (isAbort(error)) return;
      show((listed) => ({ ...listed, step: "stopped", ...problemOf(error) }));
    }
  };

  const start = (key: string, file: File): void => {
    const controller = new AbortController();
    const done = last.then(() =>
      controller.signal.aborted ? undefined : upload(key, file, controller.signal),
    );
    last = done;
    files.set(key, { file, controller, done });
  };

  const forget = (key: string, mayAbort = true): void => {
    if (mayAbort) files.get(key)?.controller.abort();
    files.delete(key);
    const url = state().pictures.find((each) => each.key === key)?.preview;
    if (url) preview.drop(url);
  };

  const drop = (key: string, problem?: string, mayAbort = true): void => {
    forget(key, mayAbort);
    set({ pictures: state().pictures.filter((each) => each.key !== key), problem });
  };

  return {
    state,
    subscribe,
    add: (chosen) => {
      const room = Math.max(0, maxPictures - state().pictures.length);
      const taken = chosen.slice(0, room).map((file) => {
        added += 1;
        return { key: `file ${added}`, file };
      });
      set({
        pictures: [
          ...state().pictures,
          ...taken.map(({ key, file }) => ({
            key,
            name: file.name,
            preview: preview.make(file),
            step: "sending" as const,
            progress: 0,
          })),
        ],
        problem: chosen.length > room ? messages.manyPictures : undefined,
      });
      for (const { key, file } of taken) start(key, file);
    },
    remove: (key) => {
      const listed = state().pictures.find((each) => each.key === key);
      // The server stores what it has received whole, so its answer is waited for.
      drop(key, undefined, !(listed?.step === "sending" && listed.progress === 1));
      if (listed?.step === "uploaded") takeOffUnlessListed(listed.picture._id);
    },
    retry: (key) => {
      const file = files.get(key)?.file;
      if (!file) return;
      change(key, ({ name, preview: url }) => ({
        key,
        name,
        ...(url && { preview: url }),
        step: "sending",
        progress: 0,
      }));
      start(key, file);
    },
    keepOnly: (still) => {
      for (const each of state().pictures)
        if (each.step === "uploaded" && !still.some(({ _id }) => _id === each.picture._id)) drop(each.key);
    },
    close: () => {
      for (const { key } of state().pictures) forget(key);
    },
    ids: async () => {
      await Promise.all([...files.values()].map(({ done }) => done));
      return state().pictures.map((each) => {
        if (each.step === "uploaded") return each.picture._id;
        throw new Error(
          `${each.name} isn’t uploaded. ${each.step === "stopped" ? each.problem : "Try again in a moment."}`,
        );
      });
    },
  };
}

function problemOf(error: unknown): { problem: string; mayRetry: boolean } {
  if (!(error instanceof ApiError)) return { problem: failureText(error), mayRetry: true };
  const { status, message } = error;
  return {
    problem: status === 413 ? tooLarge : message,
    mayRetry: [0, 408, 429].includes(status) || status >= 500,
  };
}

const maxWidth = Math.max(...drawingWidths);
/** Bytes that a slow phone uploads in ten seconds. */
const lightBytes = 700_000;
/** Uses the first that is light enough, or the last: camera noise costs more bytes than lines. */
const qualities = [0.85, 0.75, 0.6];

/** Faster to upload, and without the location. Returns unreadable pictures unchanged; the server decides. */
export async function shrinkPicture(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file);
    const drawn = await redraw(bitmap, file).finally(() => bitmap.close());
    return drawn && (drawn.size < file.size || !isAccepted(file)) ? drawn : file;
  } catch {
    return file;
  }
}

const isAccepted = ({ type }: File): boolean => isPictureType(type);

async function redraw(bitmap: ImageBitmap, file: File): Promise<File | undefined> {
  const scale = Math.min(1, maxWidth / bitmap.width, maxHeight / bitmap.height);
  if (scale === 1 && file.size <= lightBytes && isAccepted(file)) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  // JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  let blob: Blob | null = null;
  for (const quality of qualities) {
    blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (!blob || blob.size <= lightBytes) break;
  }
  // Phones limit canvas memory.
  canvas.width = 0;
  if (!blob) return undefined;
  return new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" });
}
