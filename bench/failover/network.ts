/** Hosts as network namespaces on a switch of their own: nothing reaches the machine's network, nor is reached from it. */
import { execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { seconds } from "../parts/site.ts";

export const addresses = {
  db1: "10.77.0.11",
  db2: "10.77.0.12",
  db3: "10.77.0.13",
  site1: "10.77.0.21",
  site2: "10.77.0.22",
  balancer: "10.77.0.31",
  store: "10.77.0.41",
  /** Of payments. It has the mail relay too: neither is ever harmed. */
  provider: "10.77.0.42",
  client: "10.77.0.100",
} as const;
export type Host = keyof typeof addresses;
export const hosts = Object.keys(addresses) as Host[];

const prefix = "senga-";
const switchName = `${prefix}switch`;
const namespaceOf = (host: Host): string => prefix + host;

const execute = promisify(execFile);

/** Words are separated by spaces. Returns what was printed, without the last line break; throws when it fails. */
export async function run(command: string): Promise<string> {
  const [program = "", ...args] = command.split(" ");
  return (await execute(program, args)).stdout.trimEnd();
}

export const runOn = (host: Host, command: string): Promise<string> =>
  run(`ip netns exec ${namespaceOf(host)} ${command}`);

interface Daemon {
  /** Words are separated by spaces. */
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly folder: string;
  /** File in the folder, for its output. */
  readonly log: string;
}

/** Outlives Ctrl-C, which only the command itself hears. */
export function startOn(host: Host, { command, env = {}, folder, log }: Daemon): void {
  const file = openSync(join(folder, log), "a");
  const daemon = spawn("ip", ["netns", "exec", namespaceOf(host), ...command.split(" ")], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, LC_ALL: "C.UTF-8", ...env },
    stdio: ["ignore", file, file],
    detached: true,
  });
  daemon.unref();
  closeSync(file);
}

export async function processesOn(host: Host): Promise<number[]> {
  const pids = await run(`ip netns pids ${namespaceOf(host)}`);
  return pids.split("\n").filter(Boolean).map(Number);
}

export async function killAllOn(host: Host): Promise<void> {
  while (true) {
    const pids = await processesOn(host);
    if (pids.length === 0) return;
    for (const pid of pids) signal(pid, "SIGKILL");
    await seconds(0.05);
  }
}

/** A process that has ended meanwhile is left alone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

/** Down: nothing comes or goes, and nobody is told. */
export const setLink = (host: Host, state: "up" | "down"): Promise<string> =>
  run(`ip -n ${switchName} link set ${host} ${state}`);

/** Drops what the host and the port exchange, of one of the host's own ports or of all. */
export async function dropTraffic(host: Host, port: number, ownPort?: number): Promise<void> {
  const own = (option: string): string => (ownPort === undefined ? "" : ` ${option} ${ownPort}`);
  await runOn(host, `iptables -A OUTPUT -p tcp -j DROP --dport ${port}${own("--sport")}`);
  await runOn(host, `iptables -A INPUT -p tcp -j DROP --sport ${port}${own("--dport")}`);
}

export async function blockRoute(host: Host, other: Host): Promise<void> {
  await runOn(host, `ip route add blackhole ${addresses[other]}/32`);
}

export async function healNetwork(): Promise<void> {
  for (const host of hosts) {
    await setLink(host, "up");
    await runOn(host, "iptables -F");
    await runOn(host, "ip route flush type blackhole");
  }
}

export async function listNamespaces(): Promise<string[]> {
  const names = (await run("ip netns list")).split("\n").map((line) => line.split(" ")[0] ?? "");
  return names.filter((name) => name.startsWith(prefix));
}

export async function addNetwork(): Promise<void> {
  await run(`ip netns add ${switchName}`);
  await run(`ip -n ${switchName} link add switch type bridge`);
  await run(`ip -n ${switchName} link set switch up`);
  for (const host of hosts) {
    const name = namespaceOf(host);
    await run(`ip netns add ${name}`);
    await run(`ip -n ${switchName} link add ${host} type veth peer name eth0 netns ${name}`);
    await run(`ip -n ${switchName} link set ${host} master switch up`);
    await run(`ip -n ${name} address add ${addresses[host]}/24 dev eth0`);
    await run(`ip -n ${name} link set eth0 up`);
    await run(`ip -n ${name} link set lo up`);
  }
}

/** Ends what runs in the namespaces, and nothing else. */
export async function removeNetwork(): Promise<void> {
  const names = await listNamespaces();
  for (const host of hosts.filter((each) => names.includes(namespaceOf(each)))) await killAllOn(host);
  for (const name of names) await run(`ip netns delete ${name}`);
}
