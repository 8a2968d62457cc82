import { useCallback, useState } from "react";

export interface Question {
  readonly isPending: boolean;
  readonly ask: () => Promise<boolean>;
  readonly answer: (yes: boolean) => void;
}

export function useConfirm(): Question {
  const [settle, setSettle] = useState<(yes: boolean) => void>();
  const ask = useCallback(() => new Promise<boolean>((done) => setSettle(() => done)), []);
  return {
    isPending: settle !== undefined,
    ask,
    answer: (yes) => {
      setSettle(undefined);
      settle?.(yes);
    },
  };
}
