import { redirect } from "react-router";

/** Redirects to the first page if the cursor is invalid, as in a truncated link, or nothing follows it anymore. */
export async function orFirstPage<T extends { readonly answer: readonly unknown[] }>(
  address: URL,
  ask: () => Promise<T>,
): Promise<T> {
  const hasCursor = address.searchParams.has("cursor");
  try {
    const page = await ask();
    if (page.answer.length > 0 || !hasCursor) return page;
  } catch (error) {
    if (!hasCursor || !(error instanceof Response) || error.status !== 404) throw error;
  }
  const first = new URL(address);
  first.searchParams.delete("cursor");
  throw redirect(first.pathname + first.search);
}
