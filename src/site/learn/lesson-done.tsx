import { type ReactNode, useState } from "react";

interface LessonDoneProps {
  readonly isDone: boolean;
  readonly hint?: string | false;
  /** Resolves to what it is then; undefined on failure. */
  readonly onChange: (isDone: boolean) => Promise<boolean | undefined>;
}

/** Shows the tick at once, until `isDone` follows; the server's answer is final. */
export function LessonDone({ isDone, hint, onChange }: LessonDoneProps): ReactNode {
  const [ticked, setTicked] = useState<{ readonly was: boolean }>();
  const change = async (next: boolean): Promise<void> => {
    setTicked({ was: isDone });
    if ((await onChange(next)) !== next) setTicked(undefined);
  };
  // It has followed; what changes it later is not this press.
  if (ticked && ticked.was !== isDone) setTicked(undefined);
  const isTicked = ticked?.was === isDone ? !isDone : isDone;
  return (
    <label className="lesson-done panel">
      <input type="checkbox" checked={isTicked} onChange={(event) => void change(event.target.checked)} />
      <span>
        Mark as done
        {hint && <span className="lesson-done-hint">{hint}</span>}
      </span>
    </label>
  );
}
