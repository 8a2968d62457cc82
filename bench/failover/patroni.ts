import { seconds } from "../parts/site.ts";
import { type DatabaseHost, databaseHosts } from "./database-hosts.ts";
import { addresses } from "./network.ts";

export interface Member {
  readonly host: DatabaseHost;
  /** `master`, in newer versions `primary`, or `replica`; undefined: Patroni does not answer. */
  readonly role?: string;
  readonly state?: string;
  readonly timeline?: number;
  readonly sync_standby?: boolean;
}

export const askPatroni = (host: DatabaseHost, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://${addresses[host]}:8008${path}`, { signal: AbortSignal.timeout(2000), ...init });

export const listMembers = (): Promise<Member[]> =>
  Promise.all(
    databaseHosts.map(async (host) => {
      try {
        return { host, ...((await (await askPatroni(host, "/patroni")).json()) as object) };
      } catch {
        return { host };
      }
    }),
  );

export const describeMembers = (members: readonly Member[]): string =>
  members
    .map(({ host, role = "–", state = "–", timeline, sync_standby: isSync }) =>
      [host, role, isSync ? "(sync)" : "", state, timeline === undefined ? "" : `timeline ${timeline}`]
        .filter(Boolean)
        .join(" "),
    )
    .join(", ");

/** Undefined when there is none now. */
export async function findPrimary(): Promise<DatabaseHost | undefined> {
  const answers = await Promise.all(
    databaseHosts.map(async (host) => (await askPatroni(host, "/primary").catch(() => undefined))?.ok),
  );
  return databaseHosts.find((_, index) => answers[index]);
}

export async function setSynchronous(isSynchronous: boolean): Promise<void> {
  const primary = await findPrimary();
  if (!primary) throw new Error("there is no primary to be asked");
  const body = JSON.stringify({ synchronous_mode: isSynchronous });
  const answer = await askPatroni(primary, "/config", { method: "PATCH", body });
  if (!answer.ok) throw new Error(`Patroni answered ${answer.status} to a change of its settings`);
}

/** One primary, two replicas that follow it, one of them synchronous unless `isAsynchronous`. */
export async function waitUntilWhole(isAsynchronous = false): Promise<boolean> {
  const limit = performance.now() + 150_000;
  while (performance.now() < limit) {
    const members = await listMembers();
    const isRunning = members.every(({ state = "" }) => /^(running|streaming)$/.test(state));
    const hasSync = members.some((member) => member.sync_standby === true);
    if (isRunning && hasSync !== isAsynchronous && (await findPrimary())) return true;
    await seconds(1);
  }
  return false;
}
