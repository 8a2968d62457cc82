import pg from "pg";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What this process asks PostgreSQL while `work` runs, in order. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: Statement[] = [];
  // oxlint-disable-next-line typescript/unbound-method
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (
    this: pg.Client,
    config: unknown,
    values: unknown,
    ...more: unknown[]
  ) {
    const { text = config, values: own = values } = config as { text?: unknown; values?: unknown };
    if (typeof text === "string") recorded.push({ text, values: Array.isArray(own) ? own : [] });
    return Reflect.apply(query, this, [config, values, ...more]) as never;
  } as unknown as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return recorded;
}
