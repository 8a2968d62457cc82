import { useEffect, useState, useSyncExternalStore } from "react";
import { systemClock } from "../../platform/clock.ts";
import { type Upload, type UploadState, createUpload } from "./create-upload.ts";
import type { UploadTarget } from "./tus-transfer.ts";
import { unfinishedUpload } from "./unfinished-uploads.ts";

/** Outlive the page's parts: an upload goes on while another lesson is edited. */
const uploads = new Map<string, { upload: Upload; onUploaded: () => void }>();

export interface MountedUpload extends Omit<Upload, "state" | "subscribe"> {
  readonly state: UploadState;
  /** The name of the file that a reload cut off; chosen again, it goes on where it was. */
  readonly unfinished: string | undefined;
}

export function useUpload(target: UploadTarget, onUploaded: () => void): MountedUpload {
  const { upload } = uploadOf(target);
  const state = useSyncExternalStore(upload.subscribe, upload.state, upload.state);
  const [unfinished] = useState(() => unfinishedUpload(target.purpose, target.lessonId, localStorage));
  useEffect(() => {
    uploadOf(target).onUploaded = onUploaded;
  });
  return { ...upload, state, unfinished: state.step === "none" ? unfinished : undefined };
}

function uploadOf(target: UploadTarget): { upload: Upload; onUploaded: () => void } {
  const key = `${target.purpose} ${target.lessonId}`;
  const known = uploads.get(key);
  if (known) return known;
  const made = {
    upload: createUpload(target.purpose, {
      open: async (file, events) => (await import("./tus-transfer.ts")).openTransfer(target, file, events),
      onUploaded: () => made.onUploaded(),
      clock: systemClock,
      later: waitOrOnline,
    }),
    onUploaded: () => {},
  };
  uploads.set(key, made);
  made.upload.subscribe(warnWhileSending);
  return made;
}

function waitOrOnline(milliseconds: number, callback: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener("online", callback);
  };
  const timer = setTimeout(callback, milliseconds);
  addEventListener("online", callback, { once: true });
  return stop;
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function warnWhileSending(): void {
  const isSending = [...uploads.values()].some(({ upload }) =>
    ["sending", "waiting"].includes(upload.state().step),
  );
  if (isSending) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
}
