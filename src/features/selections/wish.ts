import type { Location } from "react-router";

/** State of the login page's history entry. */
export const asWish = (classId: string): { readonly wish: string } => ({ wish: classId });

/** Reads history state only, so that a crafted URL cannot trigger a selection. */
export function wishOf(location: Location): string | undefined {
  const wish = (location.state as { wish?: unknown } | null)?.wish;
  return typeof wish === "string" ? wish : undefined;
}
