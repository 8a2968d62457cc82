import type { Clock } from "../../../../platform/clock.ts";
import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";
import { type UploadPurpose, maxBytes } from "../policy.ts";

export type UploadState = { /** Bytes. */ readonly sent: number } & (
  | { readonly step: "queued" | "paused" | "ended" }
  | { readonly step: "sending"; /** Undefined until it can be estimated. */ readonly secondsLeft?: number }
  | { readonly step: "waiting"; readonly problem: string }
  | { readonly step: "stopped"; readonly problem: string; readonly canRetry: boolean }
);

export interface UploadFailure {
  readonly message: string;
  readonly isTransient: boolean;
}

export interface TransferEvents {
  readonly onProgress: (sent: number) => void;
  readonly onSuccess: () => void;
  readonly onFailure: (failure: UploadFailure) => void;
}
export interface Transfer {
  /** After a failure too: asks the server how much has arrived, and continues there. */
  readonly start: () => void;
  readonly pause: () => void;
  readonly cancel: () => void;
}

export interface UploadDependencies {
  readonly open: (file: File, events: TransferEvents) => Promise<Transfer>;
  /** Limits concurrent uploads; a slot is free again when the promise resolves. */
  readonly enter: (work: () => Promise<void>) => void;
  readonly onUploaded: () => void;
  readonly clock: Clock;
  /** Milliseconds; calls back earlier if the connection returns. Returns a function that cancels. */
  readonly later: (milliseconds: number, callback: () => void) => () => void;
}

/** `ended`: complete or canceled. */
export interface Upload extends ReadonlyStore<UploadState> {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
}

/** Milliseconds: 1 s, doubled up to 30 s. */
const retryDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000);
const speedWindowMilliseconds = 20_000;

export function createUpload(
  purpose: UploadPurpose,
  file: File,
  { open, enter, onUploaded, clock, later }: UploadDependencies,
): Upload {
  const { state, set, subscribe } = createStore<UploadState>({ step: "queued", sent: 0 });
  let transfer: Promise<Transfer> | undefined;
  let failures = 0;
  let leave = (): void => {};
  let stopWaiting = (): void => {};
  let samples: { readonly at: number; readonly sent: number }[] = [];

  const secondsLeft = (sent: number): number | undefined => {
    const at = clock.now().getTime();
    const latest = { at, sent };
    samples = [...samples.filter((sample) => at - sample.at <= speedWindowMilliseconds), latest];
    const [first = latest] = samples;
    const bytesPerMillisecond = (sent - first.sent) / (at - first.at);
    return at - first.at < 1000 || bytesPerMillisecond <= 0
      ? undefined
      : Math.ceil((file.size - sent) / bytesPerMillisecond / 1000);
  };

  const act = (action: keyof Transfer): void =>
    void transfer?.then((opened) => opened[action]()).catch(() => {});

  const isActive = (): boolean => ["sending", "waiting"].includes(state().step);

  const stop = (problem: string, canRetry: boolean): void => {
    set({ step: "stopped", sent: state().sent, problem, canRetry });
    leave();
  };
  const end = (): void => {
    set({ step: "ended", sent: state().sent });
    leave();
  };

  const events: TransferEvents = {
    onProgress: (sent) => {
      if (!isActive()) return;
      const left = secondsLeft(sent);
      if (samples.length > 1) failures = 0;
      set({ step: "sending", sent, ...(left !== undefined && { secondsLeft: left }) });
    },
    onSuccess: () => {
      if (state().step === "ended") return;
      end();
      onUploaded();
    },
    onFailure: ({ message, isTransient }) => {
      if (!isActive()) return;
      if (!isTransient) {
        stop(message, true);
        return;
      }
      set({ step: "waiting", sent: state().sent, problem: message });
      stopWaiting = later(retryDelay(failures), goOn);
      failures += 1;
    },
  };

  const goOn = (): void => {
    stopWaiting();
    samples = [];
    set({ step: "sending", sent: state().sent });
    transfer ??= open(file, events);
    transfer.then(
      (opened) => isActive() && opened.start(),
      // The client failed to load: only opening it again helps.
      () => {
        transfer = undefined;
        if (isActive()) stop("Can’t reach Senga. Check your connection, then try again.", true);
      },
    );
  };

  const queue = (): void => {
    set({ step: "queued", sent: state().sent });
    enter(
      () =>
        new Promise((done) => {
          if (state().step !== "queued") {
            done();
            return;
          }
          leave = done;
          goOn();
        }),
    );
  };

  const problem = fileProblem(purpose, file);
  if (problem) stop(problem, false);
  else queue();

  return {
    name: file.name,
    size: file.size,
    state,
    subscribe,
    pause: () => {
      if (!isActive()) return;
      stopWaiting();
      set({ step: "paused", sent: state().sent });
      act("pause");
    },
    resume: () => {
      if (state().step === "stopped") queue();
      else if (state().step === "paused") goOn();
    },
    cancel: () => {
      stopWaiting();
      act("cancel");
      end();
    },
  };
}

function fileProblem(purpose: UploadPurpose, { size }: File): string | undefined {
  if (size === 0) return "This file is empty. Choose another one.";
  const gigabytes = maxBytes[purpose] / 1024 ** 3;
  const limit = gigabytes >= 1 ? `${gigabytes} GB` : `${maxBytes[purpose] / 1024 ** 2} MB`;
  return size > maxBytes[purpose]
    ? `This file is larger than ${limit}. Make it smaller, then try again.`
    : undefined;
}
