import { setTimeout as wait } from "node:timers/promises";

export interface DatabaseWatch {
  readonly check: () => Promise<void>;
  readonly isAway: () => boolean;
  readonly close: () => void;
}

const checkMilliseconds = 1000;

/** Concurrent callers share one check, which is repeated until it succeeds. */
export function watchDatabase(ask: () => Promise<unknown>): DatabaseWatch {
  const closing = new AbortController();
  let isAway = false;
  let checking: Promise<void> | undefined;
  let repeating: Promise<void> | undefined;

  const checkOnce = async (): Promise<void> => {
    try {
      await ask();
      isAway = false;
    } catch (error) {
      isAway = true;
      repeating ??= repeat().finally(() => (repeating = undefined));
      throw error;
    }
  };
  const check = (): Promise<void> => (checking ??= checkOnce().finally(() => (checking = undefined)));
  const repeat = async (): Promise<void> => {
    const options = { signal: closing.signal, ref: false };
    do await wait(checkMilliseconds, undefined, options).catch(() => {});
    while (
      !closing.signal.aborted &&
      (await check().then(
        () => false,
        () => true,
      ))
    );
  };
  return { check, isAway: () => isAway, close: () => closing.abort() };
}
