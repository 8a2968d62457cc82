import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../test/support/app.ts";
import { isPostgres } from "../../test/support/database.ts";
import { makePerson } from "../../test/support/people.ts";
import { users } from "../access/tables.ts";
import { afterCommit } from "./database.ts";

const app = useTestApp();

describe.runIf(isPostgres)("a transaction", () => {
  test("that deadlocks with another runs once more, and both come to their end", async () => {
    const { db } = app.current.context;
    const [one, other] = [await makePerson(app.current, "student"), await makePerson(app.current, "student")];
    let runs = 0;
    let commits = 0;
    let locked = 0;
    let meet = (): void => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const rename = (first: string, second: string) =>
      db.transaction(async (tx) => {
        runs += 1;
        afterCommit(() => (commits += 1));
        await tx.update(users).set({ name: "Ada" }).where(eq(users.id, first));
        locked += 1;
        if (locked === 2) meet();
        await met;
        await tx.update(users).set({ name: "Ada" }).where(eq(users.id, second));
      });
    await Promise.all([rename(one.id, other.id), rename(other.id, one.id)]);
    expect({ runs, commits }).toEqual({ runs: 3, commits: 2 });
  });

  test("that fails twice fails", async () => {
    const conflict = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    let runs = 0;
    const work = app.current.context.db.transaction(async () => {
      runs += 1;
      throw conflict;
    });
    await expect(work).rejects.toBe(conflict);
    expect(runs).toBe(2);
  });
});
