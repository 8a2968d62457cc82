import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { failureText } from "../../ui/connection.ts";
import { Dialog } from "../../ui/dialog.tsx";
import type { TextArea } from "../../ui/field.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const DecisionDialog = lazyPart(() => import("./decision-dialog.tsx"));

export interface Decision {
  readonly title?: string;
  readonly effect: ReactNode;
  readonly confirm: string;
  readonly busy: string;
  /** `missing` refuses an empty text. */
  readonly text?: Pick<
    ComponentProps<typeof TextArea>,
    "label" | "hint" | "rows" | "maxLength" | "defaultValue"
  > & { readonly missing?: string };
  /** Instead of a text. */
  readonly field?: (field: DecisionField) => ReactNode;
  readonly name?: string;
  readonly check?: (text: string) => string | false;
  readonly run: (text: string) => Promise<Outcome | undefined>;
}

/** The decision may be in a script that is still loading. */
export type Decide = (decision: Decision | Promise<Decision>) => void;

export interface DecisionField {
  readonly name: string;
  readonly error: string | undefined;
  readonly "data-initial-focus": true;
}

export interface Outcome {
  readonly title: string;
  readonly text?: ReactNode;
  readonly isFailure?: boolean;
}

/** Asks, runs the decision and reports it. The dialog shows a refusal, and keeps the text. */
export function useDecision(): readonly [dialog: ReactNode, decide: Decide] {
  const [decision, setDecision] = useState<Decision>();
  const [outcome, setOutcome] = useState<Outcome>();
  const dialog = (
    <>
      <Suspense>
        {decision && (
          <DecisionDialog
            decision={decision}
            onClose={() => setDecision(undefined)}
            onDone={(done) => {
              setDecision(undefined);
              setOutcome(done);
            }}
          />
        )}
      </Suspense>
      {outcome && (
        <Dialog title={outcome.title} isSuccess={!outcome.isFailure} onClose={() => setOutcome(undefined)}>
          {outcome.text}
        </Dialog>
      )}
    </>
  );
  const decide = async (pending: Decision | Promise<Decision>): Promise<void> => {
    try {
      setDecision(await pending);
    } catch (error) {
      setOutcome({ title: "Nothing was changed", text: failureText(error), isFailure: true });
    }
  };
  return [dialog, (pending) => void decide(pending)];
}
