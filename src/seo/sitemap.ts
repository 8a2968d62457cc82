import { type SQL, and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../platform/database.ts";
import { isTeaching, users } from "../access/tables.ts";
import { isListed } from "../features/school/classes/catalog.ts";
import { classes } from "../features/school/classes/tables.ts";
import { publicPages } from "../page-records.ts";
import { sitemapFiles } from "./tables.ts";

/** Rows, listed or not; fewer may be shown. */
const perFile = 10_000;
/** Limit of the sitemaps.org protocol; the last file grows until the index is read again. */
const maxPerFile = 50_000;

interface Collection {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly changedAt: PgColumn | SQL<null>;
  readonly member: SQL | undefined;
  readonly condition: SQL | undefined;
  readonly path: string;
}

const isInstructor = eq(users.role, "instructor");

const collections: Readonly<Record<string, Collection>> = {
  classes: {
    table: classes,
    id: classes.id,
    changedAt: classes.updatedAt,
    member: undefined,
    condition: isListed,
    path: "/classes/",
  },
  instructors: {
    table: users,
    id: users.id,
    changedAt: sql<null>`null`,
    member: isInstructor,
    condition: isTeaching,
    path: "/instructors/",
  },
};

export async function sitemapIndex(db: Database, origin: string): Promise<string> {
  const files = ["pages"];
  for (const [name, collection] of Object.entries(collections)) {
    const first = await cutFiles(db, name, collection);
    files.push(...first.map((id) => `${name}/${id}`));
  }
  const entries = files.map((file) => `<sitemap><loc>${origin}/sitemap/${file}.xml</loc></sitemap>`);
  return xml("sitemapindex", entries);
}

/** Where each file begins. A file that has grown too long is split. */
async function cutFiles(db: Database, name: string, { table, id, member }: Collection) {
  const stored = await db
    .select({ id: sitemapFiles.firstId })
    .from(sitemapFiles)
    .where(eq(sitemapFiles.collection, name))
    .orderBy(asc(sitemapFiles.firstId));
  const first = stored.map((file) => file.id);
  for (;;) {
    const last = first.at(-1);
    const [next] = await db
      .select({ id })
      .from(table)
      .where(and(member, last === undefined ? undefined : gte(id, last)))
      .orderBy(asc(id))
      .offset(last === undefined ? 0 : perFile)
      .limit(1);
    if (!next) return first;
    const firstId = String(next.id);
    await db.insert(sitemapFiles).values({ collection: name, firstId }).onConflictDoNothing();
    first.push(firstId);
  }
}

export const sitemapOfPages = (origin: string): string =>
  xml(
    "urlset",
    Object.entries(publicPages).flatMap(([path, page]) =>
      "isIndexed" in page ? [`<url><loc>${origin}${path}</loc></url>`] : [],
    ),
  );

export async function sitemapFrom(
  db: Database,
  origin: string,
  name: string,
  from: string,
): Promise<string | undefined> {
  const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
  if (!collection) return undefined;
  const { table, id, changedAt, condition, path } = collection;
  const first = await cutFiles(db, name, collection);
  const place = first.indexOf(from);
  if (place === -1) return undefined;
  const next = first[place + 1];
  const rows = await db
    .select({ id, changedAt })
    .from(table)
    .where(
      and(condition, place === 0 ? undefined : gte(id, from), next === undefined ? undefined : lt(id, next)),
    )
    .orderBy(asc(id))
    .limit(maxPerFile);
  const entries = rows.map((row) => {
    const changed = row.changedAt instanceof Date ? `<lastmod>${row.changedAt.toISOString()}</lastmod>` : "";
    return `<url><loc>${origin}${path}${String(row.id)}</loc>${changed}</url>`;
  });
  return xml("urlset", entries);
}

const xml = (root: "sitemapindex" | "urlset", entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</${root}>\n`;
