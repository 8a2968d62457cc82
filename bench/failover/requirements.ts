import { accessSync, constants, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./network.ts";

const commands: Readonly<Record<string, string>> = {
  ip: "iproute2",
  ss: "iproute2",
  iptables: "iptables",
  curl: "curl",
  haproxy: "haproxy",
  etcd: "etcd-server",
  patroni: "patroni",
  setpriv: "util-linux",
  unshare: "util-linux",
};

function isCommand(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Of the newest PostgreSQL, as Debian installs it. */
export const postgresFolder = (): string | undefined =>
  globSync("/usr/lib/postgresql/*/bin")
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .at(-1);

/** One sentence, or undefined. */
export async function whatIsMissing(): Promise<string | undefined> {
  if (process.platform !== "linux") return "It needs Linux: its hosts are network namespaces.";
  if (process.getuid?.() !== 0)
    return "It needs root, for network namespaces and for starting PostgreSQL as the user postgres.";
  const packages = Object.entries(commands).flatMap(([name, debian]) => (isCommand(name) ? [] : debian));
  if (!postgresFolder()) packages.push("postgresql");
  if (packages.length > 0)
    return `It needs ${[...new Set(packages)].join(", ")}: as Debian's packages, apt-get install finds them by these names.`;
  const probe = `senga-probe-${process.pid}`;
  try {
    await run(`ip netns add ${probe}`);
    await run(`ip netns delete ${probe}`);
  } catch {
    return "It needs the right to make network namespaces (CAP_SYS_ADMIN and CAP_NET_ADMIN); a container is often without it.";
  }
  return undefined;
}

/** The words of `patroni --version`, and what is known to be wrong with it. */
export async function describePatroni(): Promise<string> {
  const words = await run("patroni --version");
  const [major = 0, minor = 0, patch = 0] = (/[\d.]+/.exec(words)?.[0] ?? "").split(".").map(Number);
  const isOld = major < 3 || (major === 3 && minor === 0 && patch < 3);
  return isOld
    ? `${words}: older than 3.0.3, so a primary that comes back late may take its role back, and what was written meanwhile is lost (partition, dark)`
    : words;
}
