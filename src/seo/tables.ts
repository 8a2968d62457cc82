import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

/** Where each sitemap file begins. Stored, because computing it would number every class after each change. */
export const sitemapFiles = pgTable(
  "sitemap_files",
  {
    collection: text().notNull(),
    firstId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.firstId] })],
);
