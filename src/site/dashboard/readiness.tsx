import { Link } from "react-router";
import { Icon } from "../../ui/icons.tsx";
import {
  type ClassReadiness,
  type ReadinessStep,
  isStepDone,
  readinessSteps,
} from "../../features/office/overview/policy.ts";
import { sendAgainPath } from "../../features/school/classes/pages/editor-homes.ts";
import "./readiness.css";

const stepNames: Readonly<Record<ReadinessStep, string>> = {
  described: "A description and what students will learn",
  lesson: "A published lesson",
  exercise: "A published exercise",
  preview: "A free preview",
  approved: "Our approval",
};

interface ReadinessProps {
  readonly of: ClassReadiness & { readonly _id: string; readonly className: string };
  /** Elsewhere, steps link to the builder. */
  readonly isInBuilder?: boolean;
  readonly isAdmin?: boolean;
}

export function Readiness({ of: item, isInBuilder = false, isAdmin = false }: ReadinessProps) {
  const { _id, className, status } = item;
  const linkOf = (step: ReadinessStep): string | undefined => {
    if (step === "described") return `/update/class/${_id}`;
    if (step === "approved") return status === "denied" && !isAdmin ? sendAgainPath(_id) : undefined;
    return isInBuilder ? undefined : `/dashboard/instructor/curriculum/${_id}`;
  };
  const nameOf = (step: ReadinessStep): string => {
    if (step !== "approved" || isAdmin || isStepDone(item, step)) return stepNames[step];
    return status === "denied" ? "Send it to us again" : "We’re reviewing it and will email you";
  };
  return (
    <ul role="list" className="readiness">
      {readinessSteps.map((step) => {
        const isDone = isStepDone(item, step);
        const link = isDone ? undefined : linkOf(step);
        return (
          <li key={step} className={isDone ? "is-done" : undefined}>
            <span className="readiness-tick">{isDone && <Icon name="check" />}</span>
            {link ? (
              <Link to={link}>
                {nameOf(step)}
                <span className="visually-hidden"> for {className}</span>
              </Link>
            ) : (
              <span>
                {nameOf(step)}
                {isDone && <span className="visually-hidden"> (done)</span>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
