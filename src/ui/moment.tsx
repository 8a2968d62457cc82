import { format } from "date-fns/format";
import type { ReactNode } from "react";

/** "GMT+9" or "EST": the reader's time zone at that moment. */
const zoneAt = (time: Date): string =>
  new Intl.DateTimeFormat("en-US", { timeZoneName: "short" })
    .formatToParts(time)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** A moment in the reader's own time zone, which it names; its title says it in UTC. @param at as JSON brings it */
export function Moment({ at }: { readonly at: unknown }): ReactNode {
  const time = new Date(String(at));
  const utc = time.toISOString();
  return (
    <time dateTime={utc} title={`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`}>
      {format(time, "MMM do yyyy, HH:mm")} {zoneAt(time)}
    </time>
  );
}
