/** Unicode code points. */
export const textLength = { least: 20, most: 2000 } as const;
export const longestPortfolio = 500;

export const isPortfolioUrl = (address: string): boolean =>
  /^https?:\/\/[^\s/]\S*$/i.test(address) && URL.canParse(address);

/** Adds https to a bare host such as "marav.art". */
export const asPortfolioUrl = (typed: string): string =>
  /^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed.trim()) ? `https://${typed.trim()}` : typed.trim();

export const decisions = ["accepted", "declined"] as const;
export type ApplicationDecision = (typeof decisions)[number];

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
