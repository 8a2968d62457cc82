/** Checks passwords and nothing else. Each message is a round, and is answered with the checks in a second. */
import { verifyPassword } from "better-auth/crypto";

export interface HashRound {
  readonly password: string;
  /** As the product has stored it. */
  readonly hash: string;
  readonly callers: number;
  readonly seconds: number;
}

process.on("message", (round: HashRound) => void check(round));

async function check({ password, hash, callers, seconds }: HashRound): Promise<void> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let checked = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      if (!(await verifyPassword({ hash, password }))) throw new Error("the password is wrong");
      checked += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  process.send?.((checked * 1000) / (performance.now() - begun));
}

process.send?.("ready");
