import type { ReactNode } from "react";
import { systemClock } from "../../platform/clock.ts";
import "./learning-days.css";

/** `days` are UTC dates of this month. Missed days are not counted. */
export function LearningDays({ days }: { readonly days: readonly string[] }): ReactNode {
  if (days.length === 0) return null;
  const learned = new Set(days.map((day) => Number(day.slice(8))));
  return (
    <div className="learning-days">
      <p>
        You drew on {days.length} {days.length === 1 ? "day" : "days"} this month.
      </p>
      <div aria-hidden="true">
        {Array.from({ length: daysOfMonth(systemClock.now()) }, (_, index) => (
          <span key={`day ${index + 1}`} className={learned.has(index + 1) ? "is-learned" : undefined} />
        ))}
      </div>
    </div>
  );
}

const daysOfMonth = (now: Date): number =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
