import type { ReactNode } from "react";
import { formatDay } from "./day.ts";

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

export function Moment({ at }: { readonly at: unknown }): ReactNode {
  const time = new Date(String(at));
  const utc = time.toISOString();
  return (
    <time dateTime={utc} title={`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`}>
      {formatDay(time)}, {clock.format(time)}
    </time>
  );
}
