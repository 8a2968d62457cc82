/** Characters (Unicode code points) of the text of an application. */
export const textLength = { least: 20, most: 2000 } as const;
export const longestPortfolio = 500;

/** Whether it is the whole address of a page on the web. */
export const isPortfolioUrl = (address: string): boolean =>
  /^https?:\/\/[^\s/]\S*$/i.test(address) && URL.canParse(address);

/** What was typed, as a whole URL: "marav.art" is meant as https. */
export const asPortfolioUrl = (typed: string): string =>
  /^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed.trim()) ? `https://${typed.trim()}` : typed.trim();

export const decisions = ["accepted", "declined"] as const;
export type ApplicationDecision = (typeof decisions)[number];

/** Days after which somebody whose application was declined may apply again: time to draw. */
export const daysToReapply = 30;

/** From when the person may apply again after this application; undefined when they may by now, or it waits. */
export function appliesAgainFrom(
  { decision, decidedAt }: { readonly decision: ApplicationDecision | null; readonly decidedAt: Date | null },
  now: Date,
): Date | undefined {
  if (decision !== "declined" || !decidedAt) return undefined;
  const from = new Date(decidedAt.getTime() + daysToReapply * 86_400_000);
  return from > now ? from : undefined;
}
