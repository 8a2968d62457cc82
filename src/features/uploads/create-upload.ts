import type { Clock } from "../../platform/clock.ts";
import { type ReadonlyStore, createStore } from "../../ui/create-store.ts";
import { type UploadPurpose, maxBytes } from "./policy.ts";

interface Sent {
  readonly name: string;
  /** Bytes. */
  readonly sent: number;
  readonly total: number;
}
export type UploadState =
  | { readonly step: "none" }
  | ({
      readonly step: "sending";
      /** Undefined until it can be told. */ readonly secondsLeft?: number;
    } & Sent)
  | ({ readonly step: "paused" } & Sent)
  /** The connection was cut; it goes on by itself. */
  | ({ readonly step: "waiting" } & Sent)
  | ({ readonly step: "stopped"; readonly problem: string; readonly canRetry: boolean } & Sent);

export interface UploadFailure {
  readonly message: string;
  /** The same request may work later. */
  readonly isTransient: boolean;
}

export interface TransferEvents {
  readonly onProgress: (sent: number, total: number) => void;
  readonly onSuccess: () => void;
  readonly onFailure: (failure: UploadFailure) => void;
}
export interface Transfer {
  /** Also after a failure: asks the server how much arrived, and goes on from there. */
  readonly start: () => void;
  readonly pause: () => void;
  /** The server forgets what arrived. */
  readonly cancel: () => void;
}

export interface UploadDependencies {
  readonly open: (file: File, events: TransferEvents) => Promise<Transfer>;
  readonly onUploaded: () => void;
  readonly clock: Clock;
  /** Milliseconds; calls back earlier when the connection returns. Returns how to cancel it. */
  readonly later: (milliseconds: number, callback: () => void) => () => void;
}

export interface Upload extends ReadonlyStore<UploadState> {
  readonly pick: (file: File) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
}

/** Milliseconds: 1 s, doubled up to 30 s. */
const retryDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000);
/** Milliseconds; the speed is measured over this time. */
const speedWindow = 20_000;

export function createUpload(
  purpose: UploadPurpose,
  { open, onUploaded, clock, later }: UploadDependencies,
): Upload {
  const { state, set, subscribe } = createStore<UploadState>({ step: "none" });
  let current: { readonly file: File; readonly transfer: Promise<Transfer> } | undefined;
  let failures = 0;
  let stopWaiting = (): void => {};
  let samples: { readonly at: number; readonly sent: number }[] = [];

  const sentOf = (file: File): Sent => {
    const now = state();
    return { name: file.name, sent: now.step === "none" ? 0 : now.sent, total: file.size };
  };

  const secondsLeft = (sent: number, total: number): number | undefined => {
    const at = clock.now().getTime();
    samples = [...samples.filter((sample) => at - sample.at <= speedWindow), { at, sent }];
    const first = samples[0]!;
    const bytesPerMillisecond = (sent - first.sent) / (at - first.at);
    return at - first.at < 1000 || bytesPerMillisecond <= 0
      ? undefined
      : Math.ceil((total - sent) / bytesPerMillisecond / 1000);
  };

  const act = (transfer: Promise<Transfer>, action: keyof Transfer): void =>
    void transfer.then((each) => each[action]()).catch(() => {});

  const drop = (): void => {
    stopWaiting();
    if (current) act(current.transfer, "cancel");
    current = undefined;
    samples = [];
    failures = 0;
  };

  const start = (file: File): void => {
    const isCurrent = (): boolean => current?.file === file;
    const fail = ({ message, isTransient }: UploadFailure): void => {
      if (!isCurrent() || state().step === "paused") return;
      samples = [];
      if (!isTransient) {
        set({ step: "stopped", ...sentOf(file), problem: message, canRetry: true });
        return;
      }
      set({ step: "waiting", ...sentOf(file) });
      stopWaiting = later(retryDelay(failures), goOn);
      failures += 1;
    };
    const transfer = open(file, {
      onProgress: (sent, total) => {
        if (!isCurrent() || state().step === "paused") return;
        const left = secondsLeft(sent, total);
        if (samples.length > 1) failures = 0;
        set({
          step: "sending",
          name: file.name,
          sent,
          total,
          ...(left !== undefined && { secondsLeft: left }),
        });
      },
      onSuccess: () => {
        if (!isCurrent()) return;
        current = undefined;
        samples = [];
        set({ step: "none" });
        onUploaded();
      },
      onFailure: fail,
    });
    current = { file, transfer };
    set({ step: "sending", name: file.name, sent: 0, total: file.size });
    transfer.then(
      (opened) => isCurrent() && state().step === "sending" && opened.start(),
      // The client itself did not load: only another attempt to open it helps.
      () => {
        if (!isCurrent()) return;
        current = undefined;
        set({ step: "stopped", ...sentOf(file), problem: notLoaded, canRetry: false });
      },
    );
  };

  const goOn = (): void => {
    stopWaiting();
    if (!current) return;
    samples = [];
    set({ step: "sending", ...sentOf(current.file) });
    act(current.transfer, "start");
  };

  return {
    state,
    subscribe,
    pick: (file) => {
      drop();
      const problem = fileProblem(purpose, file);
      if (problem)
        set({ step: "stopped", name: file.name, sent: 0, total: file.size, problem, canRetry: false });
      else start(file);
    },
    pause: () => {
      if (!current) return;
      stopWaiting();
      set({ step: "paused", ...sentOf(current.file) });
      act(current.transfer, "pause");
    },
    resume: goOn,
    cancel: () => {
      drop();
      set({ step: "none" });
    },
  };
}

const notLoaded = "Can't reach Senga. Check your connection, then choose the file again.";

function fileProblem(purpose: UploadPurpose, { size }: File): string | undefined {
  if (size === 0) return "This file is empty. Choose another one.";
  const gigabytes = maxBytes[purpose] / 1024 ** 3;
  const limit = gigabytes >= 1 ? `${gigabytes} GB` : `${maxBytes[purpose] / 1024 ** 2} MB`;
  return size > maxBytes[purpose]
    ? `This file is larger than ${limit}. Make it smaller, then try again.`
    : undefined;
}

export function timeLeft(seconds: number | undefined): string {
  if (seconds === undefined) return "";
  if (seconds < 60) return "less than a minute left";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "1 minute left" : `${minutes} minutes left`;
  const hours = Math.floor(minutes / 60);
  return `${hours} h ${minutes % 60} min left`;
}

export function sizeOf(bytes: number): string {
  for (const [unit, size] of [
    ["GB", 1024 ** 3],
    ["MB", 1024 ** 2],
    ["KB", 1024],
  ] as const) {
    if (bytes >= size) return `${(bytes / size).toFixed(bytes / size < 10 ? 1 : 0)} ${unit}`;
  }
  return `${bytes} bytes`;
}
