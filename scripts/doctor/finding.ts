import type { Settings } from "../../src/settings/settings.ts";

export interface Finding {
  readonly about: string;
  /** `look`: it works, but may soon fail. */
  readonly state: "fine" | "look" | "wrong";
  /** Never a secret, nor a service's answer, which may repeat one. */
  readonly says: string;
  readonly todo?: string;
}

export type Check = (settings: Settings) => Promise<readonly Finding[]>;

export const timeoutMilliseconds = 10_000;

/** The code of a failed call, such as ECONNREFUSED: messages may contain secrets. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, name, cause } = error as NodeJS.ErrnoException;
  if (typeof code === "string") return code;
  return cause instanceof Error ? codeOf(cause) : name;
}

/** @param milliseconds how far this machine's clock is ahead of another */
export function judgeClock(of: string, milliseconds: number): Finding {
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  const about = "clock";
  if (seconds < 5) return { about, state: "fine", says: `agrees with ${of}` };
  return {
    about,
    state: seconds < 60 ? "look" : "wrong",
    says: `is ${seconds} seconds ${milliseconds > 0 ? "ahead of" : "behind"} ${of}`,
    todo: "Synchronize this machine's clock with NTP (timedatectl set-ntp true): logins and payments depend on it.",
  };
}
