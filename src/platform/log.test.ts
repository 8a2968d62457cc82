import { expect, test } from "vitest";
import { createLog } from "./log.ts";

test.each([
  ["an address", "refused <ada.private@example.org>: no such user", "refused <…@…>: no such user"],
  [
    "the parameters of a query",
    "Failed query: select $1\nparams: ada@example.org",
    "Failed query: select $1",
  ],
  [
    "a value that PostgreSQL quotes",
    'invalid input syntax for type uuid: "Ada Winter"',
    'invalid input syntax for type uuid: "…"',
  ],
  ["a token", "bad token eyJhbGciOi.eyJzdWIi.c2ln", "bad token …"],
])("%s in an error is not logged", (_, message, logged) => {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  log.warn({ err: new Error("outer", { cause: new Error(message) }) }, "something broke");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ err: { cause: { message: logged } } });
});
