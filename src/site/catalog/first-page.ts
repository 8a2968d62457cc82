import { redirect } from "react-router";

/** Redirects an invalid cursor, such as a truncated link, to the first page. */
export async function orFirstPage<T>(address: URL, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isRefused = error instanceof Response && error.status === 404;
    if (!isRefused || !address.searchParams.has("cursor")) throw error;
    const first = new URL(address);
    first.searchParams.delete("cursor");
    throw redirect(first.pathname + first.search);
  }
}
