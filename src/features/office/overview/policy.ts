import type { ClassStatus } from "../../school/classes/state.ts";

/** By urgency: money owed, then people, then the rest. */
export const decisionKinds = [
  "failed-refunds",
  "refund-requests",
  "unknown-payments",
  "reports",
  "classes",
  "applications",
  "messages",
] as const;
export type DecisionKind = (typeof decisionKinds)[number];

export interface ClassReadiness {
  readonly status: ClassStatus;
  readonly isDescribed: boolean;
  readonly published: number;
  readonly exercises: number;
  readonly previews: number;
}

export const readinessSteps = ["described", "lesson", "exercise", "preview", "approved"] as const;
export type ReadinessStep = (typeof readinessSteps)[number];

const checks: Readonly<Record<ReadinessStep, (each: ClassReadiness) => boolean>> = {
  described: ({ isDescribed }) => isDescribed,
  lesson: ({ published }) => published > 0,
  exercise: ({ exercises }) => exercises > 0,
  preview: ({ previews }) => previews > 0,
  approved: ({ status }) => status === "approved",
};

export const isStepDone = (each: ClassReadiness, step: ReadinessStep): boolean => checks[step](each);

export const isReadyToSell = (each: ClassReadiness): boolean =>
  readinessSteps.every((step) => isStepDone(each, step));
