import { type ReactNode, useState } from "react";

interface LessonDoneProps {
  readonly isDone: boolean;
  readonly hint?: string | false;
  readonly onChange: (isDone: boolean) => Promise<void>;
}

/** Shows the tick at once; the server's answer is final. */
export function LessonDone({ isDone, hint, onChange }: LessonDoneProps): ReactNode {
  const [wanted, setWanted] = useState<boolean>();
  const change = async (next: boolean): Promise<void> => {
    setWanted(next);
    await onChange(next);
    setWanted(undefined);
  };
  return (
    <label className="lesson-done panel">
      <input
        type="checkbox"
        checked={wanted ?? isDone}
        onChange={(event) => void change(event.target.checked)}
      />
      <span>
        Mark as done
        {hint && <span className="lesson-done-hint">{hint}</span>}
      </span>
    </label>
  );
}
