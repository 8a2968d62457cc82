import { useCallback, useState } from "react";

/** A question that a dialog asks. */
export interface Question {
  readonly isAsked: boolean;
  /** Asks it, and resolves with the answer. */
  readonly ask: () => Promise<boolean>;
  readonly answer: (yes: boolean) => void;
}

/** Holds a question while it is open; the caller shows the dialog. */
export function useConfirm(): Question {
  const [settle, setSettle] = useState<(yes: boolean) => void>();
  const ask = useCallback(() => new Promise<boolean>((done) => setSettle(() => done)), []);
  return {
    isAsked: settle !== undefined,
    ask,
    answer: (yes) => {
      setSettle(undefined);
      settle?.(yes);
    },
  };
}
