import { connect } from "node:tls";
import { type Check, type Finding, codeOf, timeoutMilliseconds } from "./finding.ts";

const about = "address";
const day = 24 * 60 * 60 * 1000;

/** Requests the site as a visitor would, from this machine. */
export const checkAddress: Check = async ({ origin, isPublic }) => {
  const url = new URL(origin);
  const findings: Finding[] = [await checkSite(origin)];
  if (url.protocol === "https:") findings.push(...(await checkCertificate(url)));
  else if (isPublic)
    findings.push({
      about,
      state: "wrong",
      says: `${origin} is not encrypted`,
      todo: "Put a proxy with TLS in front and set ORIGIN=https://… (docs/operations.md).",
    });
  return findings;
};

async function checkSite(origin: string): Promise<Finding> {
  try {
    const answer = await fetch(`${origin}/api/ready`, {
      signal: AbortSignal.timeout(timeoutMilliseconds),
      redirect: "manual",
    });
    const body = (await answer.json().catch(() => undefined)) as { status?: unknown } | undefined;
    if (answer.status === 200 && body?.status === "ready")
      return { about, state: "fine", says: `${origin} answers, and is ready` };
    const todo = "Something else answers there, or the database is down: check the proxy, and Senga's log.";
    return { about, state: "wrong", says: `${origin}/api/ready answered ${answer.status}`, todo };
  } catch (error) {
    const todo =
      "Start Senga, or check DNS, firewall and proxy. Behind some routers a public name can't be reached.";
    return { about, state: "look", says: `${origin} does not answer (${codeOf(error)})`, todo };
  }
}

/** They say nothing about a certificate; `checkSite` reports them. */
const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETIMEDOUT",
]);

const checkCertificate = ({ hostname, port }: URL): Promise<Finding[]> =>
  new Promise((found) => {
    const what = "TLS";
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      timeout: timeoutMilliseconds,
    });
    const fail = (code: string): void => {
      socket.destroy();
      if (unreachable.has(code)) return found([]);
      const todo = "Renew it, or let the proxy renew it (Caddy does so automatically).";
      found([
        { about: what, state: "wrong", says: `the certificate of ${hostname} is not valid (${code})`, todo },
      ]);
    };
    socket.once("error", (error) => fail(codeOf(error)));
    socket.once("timeout", () => fail("ETIMEDOUT"));
    socket.once("secureConnect", () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / day);
      socket.end();
      const says = `the certificate of ${hostname} is valid for ${days} more days`;
      const todo = "It should have been renewed by now: check the renewal.";
      found([days >= 14 ? { about: what, state: "fine", says } : { about: what, state: "look", says, todo }]);
    });
  });
