import { type Database, refuseInsideTransaction } from "./database.ts";

/** Builds and plans a frequent query once per connection. `build` ends in `prepare(name)`, with a unique name. */
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
