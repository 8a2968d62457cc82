import { failureText } from "./connection.ts";
import { LoadFailure } from "./empty-page.tsx";
import { Loading, type Shape } from "./loading.tsx";
import { ProgressBar } from "./progress-bar.tsx";

interface QueryStatusProps {
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
  /** "your payments" */
  readonly what: string;
  /** Without one, only a progress bar. */
  readonly shape?: Shape;
  readonly count?: number;
  readonly loading?: string;
  /** The error's text follows it. */
  readonly failure?: string;
}

/** In place of a query's data until it has arrived. */
export function QueryStatus({
  query: { error, refetch },
  what,
  shape,
  count,
  loading = `Loading ${what}`,
  failure = `We couldn’t load ${what}.`,
}: QueryStatusProps) {
  if (error)
    return (
      <LoadFailure onRetry={() => void refetch()}>
        {failure} {failureText(error)}
      </LoadFailure>
    );
  return shape ? (
    <Loading label={loading} shape={shape} {...(count && { count })} />
  ) : (
    <ProgressBar label={loading} />
  );
}
