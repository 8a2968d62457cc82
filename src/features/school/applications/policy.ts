import type { ApplicationDecision } from "../users/policy.ts";

/** Unicode code points. */
export const textLength = { min: 20, max: 2000 } as const;
export const maxPortfolioLength = 500;

export const isPortfolioUrl = (url: string): boolean =>
  /^https?:\/\/[^\s\p{Cc}/][^\s\p{Cc}]*$/iu.test(url) && URL.canParse(url);

/** Adds https to a bare host such as "marav.art". */
export const asPortfolioUrl = (input: string): string =>
  /^[\w-]+(\.[\w-]+)+(\/|$)/.test(input.trim()) ? `https://${input.trim()}` : input.trim();

export const maxNoteLength = 2000;
export const longNote = `Write at most ${maxNoteLength} characters`;

export const daysToReapply = 30;

/** Undefined when the user may apply now, or the application is undecided. */
export function appliesAgainFrom(
  { decision, decidedAt }: { readonly decision: ApplicationDecision | null; readonly decidedAt: Date | null },
  now: Date,
): Date | undefined {
  if (decision !== "declined" || !decidedAt) return undefined;
  const from = new Date(decidedAt.getTime() + daysToReapply * 86_400_000);
  return from > now ? from : undefined;
}
