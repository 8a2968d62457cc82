import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

/** Where each file of a sitemap begins. It stays there: finding it anew would number every class for each change. */
export const sitemapFiles = pgTable(
  "sitemap_files",
  {
    collection: text().notNull(),
    firstId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.firstId] })],
);
