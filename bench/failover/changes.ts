import { setTimeout as wait } from "node:timers/promises";
import type { Row } from "../parts/rows.ts";
import type { School } from "./school.ts";
import { type SiteHost, siteHosts, urlOf } from "./site-hosts.ts";

let price = 20;

/**
 * Changes a price at one site and asks the other, which has the page of before, until it shows the new one. Milliseconds, or
 * undefined when the limit, in seconds, is over.
 */
export async function timeChange(
  { classIds: [classId = ""], instructorToken }: School,
  from: SiteHost,
  to: SiteHost,
  limit: number,
): Promise<number | undefined> {
  const see = async (): Promise<number> => {
    const answer = await fetch(`${urlOf(to)}/api/class/${classId}`, { signal: AbortSignal.timeout(5000) });
    return ((await answer.json()) as { price: number }).price;
  };
  // The page of before. A site whose connections are dead answers after its own time-out.
  await see().catch(() => undefined);
  price += 1;
  const changed = await fetch(`${urlOf(from)}/api/class/${classId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${instructorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ className: "Lines", price, availableSeats: 100_000 }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!changed.ok) throw new Error(`${from} answered ${changed.status} to a change of a price`);
  const begun = performance.now();
  while (performance.now() < begun + limit * 1000) {
    if ((await see().catch(() => undefined)) === price) return performance.now() - begun;
    await wait(10);
  }
  return undefined;
}

/** Both ways. */
export async function changeRow(school: School): Promise<Row> {
  const limit = 15;
  const [one, other] = siteHosts;
  const took = async (from: SiteHost, to: SiteHost): Promise<string> => {
    try {
      const milliseconds = await timeChange(school, from, to, limit);
      return milliseconds === undefined ? `not seen in ${limit} s` : `${milliseconds.toFixed(0)} ms`;
    } catch {
      return `${from} takes none`;
    }
  };
  const measured = `${await took(one, other)}, ${await took(other, one)}`;
  return { what: "a change is seen at the other site", measured };
}
