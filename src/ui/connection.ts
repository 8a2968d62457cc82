export const noConnection = "Can’t reach Senga. Check your connection and try again.";

/** Browsers report a failed request only by its message, as Vite does a missing stylesheet of a chunk. */
export const isConnectionFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith("Unable to preload") ||
    (error instanceof TypeError && /failed to fetch|networkerror|load failed|import/i.test(error.message)));

export function failureText(error: unknown): string {
  if (isConnectionFailure(error)) return noConnection;
  return error instanceof Error ? error.message : String(error);
}
