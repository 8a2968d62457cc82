import { type Database, refuseInsideTransaction } from "./database.ts";

/**
 * For queries of every request: builds the SQL once per database, and PostgreSQL plans it once per connection,
 * because planning takes longer than running it. `build` ends in `prepare(name)` with a unique name.
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
