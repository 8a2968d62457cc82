/**
 * asked ─▶ given ◀─▶ withdrawn
 *   └─▶ refused ─▶ given
 *
 * Another guardian may be named in asked and refused, which leads to asked. One who has agreed stays responsible.
 */
export const guardianStates = ["asked", "given", "refused", "withdrawn"] as const;
export type GuardianState = (typeof guardianStates)[number];

export const guardianDecisions = ["agree", "decline"] as const;
export type GuardianDecision = (typeof guardianDecisions)[number];

export function guardianStateOf({
  consentedAt,
  withdrawnAt,
}: {
  readonly consentedAt: Date | null;
  readonly withdrawnAt: Date | null;
}): GuardianState {
  if (withdrawnAt) return consentedAt ? "withdrawn" : "refused";
  return consentedAt ? "given" : "asked";
}

export function decided(state: GuardianState, decision: GuardianDecision): GuardianState {
  if (decision === "agree") return "given";
  return state === "asked" || state === "refused" ? "refused" : "withdrawn";
}

/** A refusal is an answer: the same guardian is not asked again. */
export const mayAskAgain = (state: GuardianState): boolean => state === "asked";
export const mayNameAnother = (state: GuardianState): boolean => state === "asked" || state === "refused";

export type Consent = "not-needed" | "given" | "missing" | "age-unknown";

export interface MinorFacts {
  /** The first day (YYYY-MM-DD) as an adult. */
  readonly adultOn: string;
  readonly consentedAt: Date | null;
  readonly withdrawnAt: Date | null;
}

export function consentOf(isAgeKnown: boolean, minor: MinorFacts | undefined, today: string): Consent {
  if (!isAgeKnown) return "age-unknown";
  if (!minor || minor.adultOn <= today) return "not-needed";
  return guardianStateOf(minor) === "given" ? "given" : "missing";
}

export const mayAppear = (consent: Consent): boolean => consent === "not-needed" || consent === "given";

/** A person of unknown age may do everything a student does. */
export const mayPay = (consent: Consent): boolean => consent !== "missing";
