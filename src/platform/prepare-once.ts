import { type Database, refuseInsideTransaction } from "./database.ts";

/**
 * For queries of every request: builds the SQL once for each database, and PostgreSQL plans it once on each connection.
 * Planning these takes longer than running them. `build` ends in `prepare(name)`, the name unique.
 */
export function prepareOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const prepared = new WeakMap<Database, Query>();
  return (db) => {
    refuseInsideTransaction(db, "prepare");
    const known = prepared.get(db);
    if (known) return known;
    const query = build(db);
    prepared.set(db, query);
    return query;
  };
}
