/** @databases both */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isPostgres } from "../support/database.ts";
import { asDemo } from "../journeys/support/school.ts";
import { end, runNode, startSite } from "../support/site-process.ts";

test.skipIf(isPostgres)(
  "support moves an account to another email, in the identity and in the record",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "senga-email-"));
    const env: Record<string, string> = { DATA_DIR: folder };
    const open = async () => {
      const site = startSite(env);
      return { site, origin: await site.untilOpen() };
    };
    const command = async (...words: string[]) => {
      const { ended, said } = runNode(["build/node/change-email.js", ...words], env);
      const code = await ended;
      return { code, said: said() };
    };
    try {
      const { site, origin: address } = await open();
      await end(site, "SIGTERM");
      // The same port, since the address is the issuer of every sign-in.
      env["PORT"] = new URL(address).port;
      const [from, to] = ["ada@senga.example", "ada.winter@example.org"];
      expect(await command(from)).toMatchObject({ code: 2, said: expect.stringContaining("npm run") });
      for (const [old, wanted, why] of [
        ["nobody@senga.example", to, "There is no account"],
        [from, "student@senga.example", "There is another account"],
      ] as const)
        expect(await command(old, wanted)).toMatchObject({ code: 1, said: expect.stringContaining(why) });
      expect(await command(from, to)).toMatchObject({
        code: 0,
        said: expect.stringContaining("Ada Winter has the email ada.winter@example.org now"),
      });
      const { site: again, origin } = await open();
      try {
        expect(await asDemo({ origin }, to, "GET", "/me")).toMatchObject({ name: "Ada Winter", email: to });
        await expect(asDemo({ origin }, from, "GET", "/me")).rejects.toThrow("401");
      } finally {
        await end(again, "SIGTERM");
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
