/** Buyers and readers through the balancer, and probes of each site by itself. */
import { Agent } from "node:http";
import { type Answered, ask, bearer, json } from "../parts/ask.ts";
import { cardFields } from "../parts/buying.ts";
import { seconds } from "../parts/site.ts";
import type { Purchase, School } from "./school.ts";
import { balancerUrl, providerUrl, siteHosts, urlOf } from "./site-hosts.ts";

const buyerCount = Number(process.env["BUYERS"] ?? 5);
/** Each buys each of the twelve classes once. */
export const studentCount = 40 * buyerCount;
const readerCount = Number(process.env["READERS"] ?? 5);
/** As long as somebody waits for a page. */
const timeout = 30_000;

/** Times in seconds since the load began. */
export interface Request {
  readonly kind: "buying" | "own classes" | "page or list" | "ready" | "writing";
  /** Of a probe; the others go through the balancer. */
  readonly site?: string;
  readonly begun: number;
  readonly ended: number;
  readonly isAnswered: boolean;
  /** `503 database-away`, for example, or what the balancer or the connection said. */
  readonly outcome: string;
}

export interface AcknowledgedPurchase extends Purchase {
  readonly intentId: string;
  /** Seconds since the load began. */
  readonly at: number;
}

export interface Load {
  readonly requests: readonly Request[];
  readonly acknowledged: readonly AcknowledgedPurchase[];
  /** Seconds since it began. */
  readonly now: () => number;
  /** Waits for what is under way. */
  readonly stop: () => Promise<void>;
}

/** Of HAProxy, which the site never uses. */
const balancersOwn = /^<html><body><h1>(50[234])/;

function outcomeOf({ status, body, took }: Answered): string {
  if (status === 0) return took >= timeout ? `no answer in ${timeout / 1000} s` : "connection broken";
  const text = body.toString();
  if (balancersOwn.test(text)) return `${status} by the balancer`;
  if (status < 400) return String(status);
  const [, code = ""] = /"code":"([^"]+)"/.exec(text) ?? [];
  return `${status} ${code}`.trim();
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;

export function startLoad(school: School, factor = 1): Load {
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const requests: Request[] = [];
  const acknowledged: AcknowledgedPurchase[] = [];
  const over = new AbortController();
  const now = (): number => (performance.now() - start) / 1000;

  type Sent = Omit<Parameters<typeof ask>[1], "agent" | "timeout">;
  async function send(kind: Request["kind"], url: string, sent: Sent = {}, site?: string): Promise<Answered> {
    const begun = now();
    const answer = await ask(url, { ...sent, agent, timeout });
    const isAnswered = answer.status >= 200 && answer.status < 400;
    const outcome = outcomeOf(answer);
    requests.push({ kind, begun, ended: now(), isAnswered, outcome, ...(site !== undefined && { site }) });
    return answer;
  }

  /** As the page does it: what may pass is tried again, a second later. */
  async function post(path: string, token: string, body: object): Promise<Answered> {
    for (let tries = 1; ; tries += 1) {
      const sent = { method: "POST", headers: bearer(token), body: JSON.stringify(body) };
      const answer = await send("buying", `${balancerUrl}/api${path}`, sent);
      const mayPass = answer.status === 0 || answer.status === 429 || answer.status >= 500;
      if (!mayPass || tries === 5 || over.signal.aborted) return answer;
      await seconds(1);
    }
  }

  async function buy(purchase: Purchase): Promise<void> {
    const requested = await post("/create-payment-intent", purchase.token, { classId: purchase.classId });
    if (requested.status !== 200) return;
    const { clientSecret } = json(requested) as { clientSecret: string };
    const [intentId = ""] = clientSecret.split("_secret_");
    const confirmed = await ask(`${providerUrl}/v1/payment_intents/${intentId}/confirm`, {
      agent,
      method: "POST",
      headers: {
        authorization: `Bearer ${school.publishableKey}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ ...cardFields, client_secret: clientSecret }).toString(),
    });
    // The site may have canceled it meanwhile.
    if (confirmed.status !== 200) return;
    const reported = await post("/payments", purchase.token, { transactionId: intentId });
    if (reported.status === 200) acknowledged.push({ ...purchase, intentId, at: now() });
  }

  async function buyer(): Promise<void> {
    while (!over.signal.aborted) {
      const purchase = school.purchases.pop();
      if (!purchase) throw new Error("the students have bought everything");
      await buy(purchase);
      await seconds(0.5 + 0.7 * Math.random());
    }
  }

  async function reader(): Promise<void> {
    while (!over.signal.aborted) {
      const path = pick(["/", "/classes", `/classes/${pick(school.classIds)}`, "list", "own"]);
      if (path === "own") {
        const { studentId, token } = pick(school.purchases);
        const url = `${balancerUrl}/api/enrolled/classes/${studentId}@example.org`;
        await send("own classes", url, { headers: bearer(token) });
      } else {
        // A price that was not asked for before is in no cache.
        const list = `/api/approvedClasses?limit=12&min=${Math.floor(Math.random() * 400) / 100}`;
        await send("page or list", balancerUrl + (path === "list" ? list : path));
      }
      await seconds(0.4 + 0.5 * Math.random());
    }
  }

  async function probe(site: (typeof siteHosts)[number]): Promise<void> {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const email = `${site}-${Math.round(start)}-${count}@example.org`;
      await Promise.all([
        send("ready", `${urlOf(site)}/api/ready`, {}, site),
        send(
          "writing",
          `${urlOf(site)}/api/newsletter`,
          {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ name: "A probe", email }),
          },
          site,
        ),
        seconds(1),
      ]);
    }
  }

  const times = (count: number, work: () => Promise<void>): Promise<void>[] =>
    Array.from({ length: count }, work);
  const all = Promise.all([
    ...times(factor * buyerCount, buyer),
    ...times(factor * readerCount, reader),
    ...(factor > 0 ? siteHosts.map(probe) : []),
  ]);
  all.catch(() => {});
  return {
    requests,
    acknowledged,
    now,
    stop: async () => {
      over.abort();
      await all;
      agent.destroy();
    },
  };
}
