import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../src/platform/root.ts";
import { seconds } from "../parts/site.ts";
import { databaseHosts } from "./database-hosts.ts";
import { addresses, killAllOn, startOn } from "./network.ts";

/** As a floating address or a DNS name does, which leaves what is connected to a dead server alone. */
export type OldSessions = "closed" | "left open";

/** `deploy/haproxy.cfg` without TLS and with these hosts, and two ports more: 5000 the primary, 5001 the replicas. */
function configuration(oldSessions: OldSessions): string {
  const ofSites = readFileSync(join(root, "deploy", "haproxy.cfg"), "utf8")
    .replace(/bind :443 .*/, `bind ${addresses.balancer}:80`)
    .replace(/.*X-Forwarded-Proto.*\n/, "")
    .replaceAll(/10\.0\.0\.11(?=:)/g, addresses.site1)
    .replaceAll(/10\.0\.0\.12(?=:)/g, addresses.site2)
    .replaceAll(/.*10\.0\.0\.13:.*\n/g, "");
  const closing = oldSessions === "closed" ? "on-marked-down shutdown-sessions" : "";
  const ofDatabase = (name: "primary" | "replica", port: number): string => `
listen ${name}
	bind ${addresses.balancer}:${port}
	mode tcp
	timeout client 1h
	timeout server 1h
	timeout check 2s
	option httpchk GET /${name}
	http-check expect status 200
	default-server check port 8008 inter 1s fall 3 rise 1 ${closing}
${databaseHosts.map((host) => `	server ${host} ${addresses[host]}:5432\n`).join("")}`;
  return ofSites + ofDatabase("primary", 5000) + ofDatabase("replica", 5001);
}

export async function startBalancer(folder: string, oldSessions: OldSessions = "closed"): Promise<void> {
  await killAllOn("balancer");
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, configuration(oldSessions));
  startOn("balancer", { command: `haproxy -db -f ${file}`, folder, log: "haproxy.log" });
  // HAProxy takes every server for up until three checks, a second apart, have failed.
  await seconds(4);
}
