import { useEffect, useState, useSyncExternalStore } from "react";
import { xhrTransport } from "../../../../http/xhr-transport.ts";
import { createApi } from "../../../../access/session.ts";
import {
  type PictureUpload,
  type SendPicture,
  type UploadState,
  createPictureUpload,
} from "./picture-upload.ts";

export interface MountedUpload extends Omit<PictureUpload, "state" | "subscribe"> {
  readonly state: UploadState;
  readonly problem: string | undefined;
}

export function usePictureUpload(field: string): MountedUpload {
  const [upload] = useState(() => createPictureUpload(field, sendPicture));
  const state = useSyncExternalStore(upload.subscribe, upload.state, upload.state);
  useEffect(() => upload.clear, [upload]);
  return { ...upload, state, problem: state.step === "refused" ? state.problem : undefined };
}

export const sendPicture: SendPicture = async (file, onProgress, signal) => {
  const body = new FormData();
  body.set("image", file);
  const { data } = await createApi(xhrTransport({ onProgress, signal }))("POST /images", { body });
  return data.url;
};
