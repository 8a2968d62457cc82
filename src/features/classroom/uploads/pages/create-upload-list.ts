import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";
import type { Upload } from "./create-upload.ts";

export interface ListedUpload {
  readonly key: number;
  readonly upload: Upload;
}

export interface UploadList extends ReadonlyStore<readonly ListedUpload[]> {
  readonly add: (files: readonly File[]) => void;
  /** Whether a file of this name was added, even if it has left the list. */
  readonly knows: (name: string) => boolean;
}

/** Uploads are independent, and leave the list when they end. Each step of one produces a new list. */
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
