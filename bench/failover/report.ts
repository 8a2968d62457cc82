import { type Row, atMost } from "../parts/rows.ts";
import type { Books } from "./books.ts";
import type { Load, Request } from "./load.ts";
import type { Scenario } from "./scenarios.ts";
import { siteHosts } from "./site-hosts.ts";
import type { Outage } from "./stage.ts";

/** The longest stretch without any of the moments. */
function longestGap(moments: readonly number[], end: number): { readonly from: number; readonly to: number } {
  const all = [0, ...moments.toSorted((one, other) => one - other), end];
  const gaps = all.slice(1).map((to, index) => ({ from: all[index]!, to }));
  return gaps.reduce((longest, gap) => (gap.to - gap.from > longest.to - longest.from ? gap : longest));
}

const describeGap = (moments: readonly number[], end: number): string => {
  const { from, to } = longestGap(moments, end);
  return `${(to - from).toFixed(1)} s${to === end ? " and more" : ""}, from +${from.toFixed(1)}`;
};

function outcomeRows(failed: readonly Request[]): Row[] {
  const byOutcome = [...Map.groupBy(failed, ({ outcome }) => outcome)];
  return byOutcome
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([outcome, some]) => ({ what: `  ${outcome}`, measured: String(some.length) }));
}

const share = (requests: readonly Request[]): string =>
  `${requests.filter(({ isAnswered }) => isAnswered).length} of ${requests.length}`;

/** Of the requests through the balancer, and of the probes. */
export function loadRows(
  { requests, acknowledged, now }: Load,
  { begun, ended = now(), newPrimary }: Outage,
): Row[] {
  const end = now();
  const visitors = requests.filter(({ site }) => site === undefined);
  const failed = visitors.filter(({ isAnswered }) => !isAnswered);
  const moments = acknowledged.map(({ at }) => at);
  const rows: Row[] = [
    { what: "no purchases for", measured: describeGap(moments, end) },
    { what: "failed requests", measured: `${failed.length} of ${visitors.length}` },
    ...outcomeRows(failed),
    goal("answered 500", failed.filter(({ outcome }) => outcome.startsWith("500")).length),
  ];
  if (begun !== undefined) {
    const meanwhile = visitors.filter(
      (each) => each.kind === "page or list" && each.begun >= begun && each.begun < ended,
    );
    rows.push({ what: "pages and lists answered meanwhile", measured: share(meanwhile) });
  }
  if (newPrimary !== undefined) {
    const next = moments.find((moment) => moment > newPrimary);
    rows.push({
      what: "purchases after the new primary",
      measured: next === undefined ? "none" : `in ${(next - newPrimary).toFixed(1)} s`,
    });
  }
  for (const host of siteHosts) {
    const ready = requests.filter(
      ({ kind, site, isAnswered }) => kind === "ready" && site === host && isAnswered,
    );
    const measured = describeGap(
      ready.map((each) => each.ended),
      end,
    );
    rows.push({ what: `${host} not ready for`, measured });
  }
  return rows;
}

interface BooksOfRun {
  readonly atOnce: Books;
  readonly settled: Books;
  readonly acknowledged: number;
  /** What the jobs began was finished in time. */
  readonly isFinished: boolean;
}

const goal = (what: string, count: number): Row => ({
  what,
  measured: String(count),
  goal: atMost(count, 0),
});

export function booksRows(
  { atOnce, settled, acknowledged, isFinished }: BooksOfRun,
  { losesCommits }: Scenario,
): Row[] {
  const { receiptsTwice } = settled;
  const lost: Row = { what: "acknowledged → lost", measured: `${acknowledged} → ${settled.lost}` };
  return [
    losesCommits ? lost : { ...lost, goal: atMost(settled.lost, 0) },
    {
      ...goal("charges without a seat, once settled", settled.chargesWithoutSeat),
      beside: `at once: ${atOnce.chargesWithoutSeat} of ${atOnce.charges}`,
    },
    {
      ...goal("held without a seat, once settled", settled.heldWithoutSeat),
      beside: `at once: ${atOnce.heldWithoutSeat}`,
    },
    goal("seats without a charge", settled.seatsWithoutCharge),
    goal("charged twice", settled.chargedTwice),
    goal("receipts missing", settled.receiptsMissing),
    goal("receipts twice, new Message-ID", receiptsTwice.newMessageId),
    { what: "receipts twice, same Message-ID", measured: String(receiptsTwice.sameMessageId) },
    ...(isFinished ? [] : [{ what: "jobs", measured: "not finished in time" }]),
  ];
}
