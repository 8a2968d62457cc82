import type { Location } from "react-router";

/** What the history entry of the login page carries along for a class that was wanted before. */
export const asWish = (classId: string): { readonly wish: string } => ({ wish: classId });

/** The class that is still to be selected, where the history entry says so: no address can forge it. */
export function wishOf(location: Location): string | undefined {
  const wish = (location.state as { wish?: unknown } | null)?.wish;
  return typeof wish === "string" ? wish : undefined;
}
