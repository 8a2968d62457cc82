import pLimit from "p-limit";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";
import { keptKeys, readText } from "../../../../ui/kept-text.ts";
import { type Clock, systemClock } from "../../../../platform/clock.ts";
import { waitOrOnline } from "../../../../access/session.ts";
import { type UploadTarget, type Announcement, maxUploadsPerPerson, abandonedSeconds } from "../policy.ts";
import { type Upload, createUpload } from "./create-upload.ts";

interface ListedUpload {
  readonly key: number;
  readonly upload: Upload;
}

interface UploadList extends ReadonlyStore<readonly ListedUpload[]> {
  readonly add: (files: readonly File[]) => void;
  readonly knows: (name: string) => boolean;
}

export function createUploadList(begin: (file: File) => Upload): UploadList {
  const { state, set, subscribe } = createStore<readonly ListedUpload[]>([]);
  const names = new Set<string>();
  let count = 0;
  const addOne = (file: File): void => {
    count += 1;
    names.add(file.name);
    const added = { key: count, upload: begin(file) };
    set([...state(), added]);
    const { upload } = added;
    let before = upload.state().step;
    upload.subscribe(() => {
      const { step } = upload.state();
      if (step === before) return;
      before = step;
      set(state().filter((each) => each !== added || step !== "ended"));
    });
  };
  return { state, subscribe, add: (files) => files.forEach(addOne), knows: (name) => names.has(name) };
}

interface TargetUploads {
  readonly list: UploadList;
  onUploaded: () => void;
}

/** Outlives the components: uploads continue while another lesson is edited. */
const targets = new Map<string, TargetUploads>();
const turns = pLimit(maxUploadsPerPerson);

export interface MountedUploads extends Pick<UploadList, "add"> {
  readonly running: readonly ListedUpload[];
  /** Files interrupted by a reload; choosing them again resumes them. */
  readonly unfinished: readonly string[];
}

export function useUploads(target: UploadTarget, onUploaded: () => void): MountedUploads {
  const { list } = uploadsOf(target);
  const running = useSyncExternalStore(list.subscribe, list.state, list.state);
  const [unfinished] = useState(() => unfinishedUploads(target, systemClock));
  useEffect(() => {
    uploadsOf(target).onUploaded = onUploaded;
  });
  return { add: list.add, running, unfinished: unfinished.filter((name) => !list.knows(name)) };
}

function uploadsOf(target: UploadTarget): TargetUploads {
  const key = `${target.purpose} ${target.lessonId}`;
  const known = targets.get(key);
  if (known) return known;
  const made: TargetUploads = {
    list: createUploadList((file) => {
      const upload = createUpload(target.purpose, file, {
        open: async (...opened) => (await import("./tus-transfer.ts")).openTransfer(target, ...opened),
        enter: (work) => void turns(work),
        onUploaded: () => made.onUploaded(),
        clock: systemClock,
        later: waitOrOnline,
      });
      upload.subscribe(warnWhileSending);
      return upload;
    }),
    onUploaded: () => {},
  };
  targets.set(key, made);
  made.list.subscribe(warnWhileSending);
  return made;
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function warnWhileSending(): void {
  const isSending = [...targets.values()].some(({ list }) =>
    list.state().some(({ upload }) => ["queued", "sending", "waiting"].includes(upload.state().step)),
  );
  if (isSending) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
}

const prefix = "tus::";

/** tus-js-client's storage key for an upload's URL. */
export const fingerprintOf = (
  { purpose, lessonId }: UploadTarget,
  { name, size, lastModified }: Pick<File, "name" | "size" | "lastModified">,
): string => [purpose, lessonId, name, size, lastModified].join("-");

/** Names of interrupted files that the server still keeps, read without loading tus. */
function unfinishedUploads({ purpose, lessonId }: UploadTarget, clock: Clock) {
  const oldest = clock.now().getTime() - abandonedSeconds * 1000;
  const names = keptKeys()
    .filter((key) => key.startsWith(`${prefix}${purpose}-${lessonId}-`))
    .flatMap((key) => {
      try {
        const stored = JSON.parse(readText(key) ?? "") as StoredUpload;
        return Date.parse(stored.creationTime) > oldest ? (stored.metadata.fileName ?? []) : [];
      } catch {
        // The value is not from tus-js-client.
        return [];
      }
    });
  return [...new Set(names)];
}

interface StoredUpload {
  readonly creationTime: string;
  readonly metadata: Partial<Announcement>;
}
