import { type Database, refuseInsideTransaction } from "./database.ts";

/**
 * For frequent queries: builds the SQL once for each database and, in transactions, for each connection; PostgreSQL plans
 * it once on each. Both take longer than running it. `build` ends in `prepare(name)`, the name unique.
 */
export function prepareOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const prepared = new WeakMap<Database["_"]["session"], Query>();
  return (db) => {
    refuseInsideTransaction(db, "prepare");
    const known = prepared.get(db._.session);
    if (known) return known;
    const query = build(db);
    prepared.set(db._.session, query);
    return query;
  };
}
