import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { isId } from "../../src/platform/ids.ts";
import type { Statement } from "./statements.ts";

export interface Script {
  readonly file: string;
  readonly clients: number;
  /** Of each client in a round. */
  readonly transactions: number;
}

/**
 * A script of the statements, with the values of a turn in place of those that were recorded. The database has them in a
 * table `turns` by `number` from 1; `recorded` are those of the recording by the table's columns.
 */
export function writeScript(
  folder: string,
  name: string,
  statements: readonly Statement[],
  recorded: Readonly<Record<string, string>>,
  size: Pick<Script, "clients" | "transactions">,
): Script {
  const columns = Object.keys(recorded);
  const variables = new Map(Object.entries(recorded).map(([column, value]) => [value, `:${column}`]));
  const asSql = (value: unknown): string => {
    if (value === null || value === undefined) return "null";
    const text =
      value instanceof Date ? value.toISOString() : typeof value === "string" ? value : JSON.stringify(value);
    const asPart = (part: string): string =>
      variables.get(part) ?? (isId(part) ? "gen_random_uuid()" : quote(part));
    // Rows in JSON are one value.
    return text.startsWith("[{")
      ? `(${text
          .split(/(?<=")([^"]*)(?=")/)
          .map(asPart)
          .join(" || ")})`
      : asPart(text);
  };
  const lines = statements.map(
    ({ text, values }) => `${text.replace(/\$(\d+)/g, (_, number) => asSql(values[Number(number) - 1]))};`,
  );
  const file = join(folder, `${name}.sql`);
  const number = `(:round * ${size.clients} + :client_id) * ${size.transactions} + :turn`;
  writeFileSync(
    file,
    `\\set turn :turn + 1
\\set number ${number}
select ${columns.join(", ")} from turns where number = :number \\gset
${lines.join("\n")}
`,
  );
  return { file, ...size };
}

/** A colon would begin one of pgbench's variables. */
const quote = (text: string): string =>
  `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll("\n", "\\n").replaceAll(":", "\\x3a")}'`;

/** Transactions in a second, by the protocol that the product's driver speaks. `round` counts from 0. */
export async function runScript(
  url: string,
  { file, clients, transactions }: Script,
  round: number,
): Promise<number> {
  const { stdout } = await promisify(execFile)("pgbench", [
    "--no-vacuum",
    "--protocol=extended",
    `--file=${file}`,
    `--client=${clients}`,
    `--transactions=${transactions}`,
    "--define=turn=0",
    `--define=round=${round}`,
    url,
  ]);
  const done = /actually processed: (\d+)/.exec(stdout)?.[1];
  if (Number(done) !== clients * transactions) throw new Error(`pgbench:\n${stdout}`);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}
