import { format } from "date-fns/format";
import type { ReactNode } from "react";

/** A moment in the reader's own time zone; its title says it in UTC. @param at as JSON brings it */
export function Moment({ at }: { readonly at: unknown }): ReactNode {
  const time = new Date(String(at));
  const utc = time.toISOString();
  return (
    <time dateTime={utc} title={`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`}>
      {format(time, "MMM do yyyy, HH:mm")}
    </time>
  );
}
