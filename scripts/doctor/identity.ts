import type { Settings } from "../../src/settings/settings.ts";
import { type Check, type Finding, codeOf, timeoutMilliseconds } from "./finding.ts";

export const checkIdentity: Check = async (settings) => [
  await checkGoogle(settings),
  ...(await checkProvider(settings)),
];

/** A wrong secret shows only when someone signs in. */
async function checkGoogle({ google, origin }: Settings): Promise<Finding> {
  const about = "Google";
  if (!google) return { about, state: "fine", says: "not configured; people log in by email" };
  const answer = await askJson(`${google.issuer}/.well-known/openid-configuration`);
  return typeof answer === "object" && typeof answer["token_endpoint"] === "string"
    ? { about, state: "fine", says: `answers; its client must allow ${origin}/identity/callback/google` }
    : {
        about,
        state: "wrong",
        says: `${google.issuer} does not answer (${typeof answer === "string" ? answer : "no endpoint"})`,
        todo: "Check DNS and firewall.",
      };
}

async function checkProvider({ identity, origin }: Settings): Promise<Finding[]> {
  if (identity.issuer === `${origin}/identity`) return [];
  const about = "identity";
  const answer = await askJson(identity.jwksUrl);
  const keys = typeof answer === "object" ? answer["keys"] : undefined;
  return Array.isArray(keys) && keys.length > 0
    ? [
        {
          about,
          state: "fine",
          says: `${identity.jwksUrl} has ${keys.length} ${keys.length === 1 ? "key" : "keys"}`,
        },
      ]
    : [
        {
          about,
          state: "wrong",
          says: `${identity.jwksUrl} has no keys`,
          todo: "Check IDENTITY_JWKS_URL.",
        },
      ];
}

/** Returns an error code if there is no object. */
async function askJson(url: string): Promise<Record<string, unknown> | string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    if (!answer.ok) return String(answer.status);
    const body: unknown = await answer.json();
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : "no object";
  } catch (error) {
    return codeOf(error);
  }
}
