import { type SQL, and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../platform/database.ts";
import { users } from "../features/accounts/tables.ts";
import { isListed } from "../features/classes/queries.ts";
import { classes } from "../features/classes/tables.ts";

/** The sitemaps.org protocol allows 50,000. */
const perFile = 10_000;

const fixedPages = [
  "/",
  "/classes",
  "/instructors",
  "/teach",
  "/newsletter",
  "/about-us",
  "/contact-us",
  "/terms-and-conditions",
  "/privacy-policy",
  "/disclaimer",
  "/refund-policy",
  "/api/docs",
];

interface Collection {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly changedAt: PgColumn | SQL<null>;
  readonly condition: SQL | undefined;
  readonly path: string;
}

const collections: Readonly<Record<string, Collection>> = {
  classes: {
    table: classes,
    id: classes.id,
    changedAt: classes.updatedAt,
    condition: isListed,
    path: "/classes/",
  },
  instructors: {
    table: users,
    id: users.id,
    changedAt: sql<null>`null`,
    condition: and(eq(users.role, "instructor"), isNull(users.suspendedAt)),
    path: "/instructors/",
  },
};

export async function sitemapIndex(db: Database, origin: string): Promise<string> {
  const files = ["pages"];
  for (const [name, { table, id, condition }] of Object.entries(collections)) {
    const numbered = db
      .select({ id, place: sql<number>`row_number() over (order by ${id}) - 1`.as("place") })
      .from(table)
      .where(condition)
      .as("numbered");
    const first = await db
      .select({ id: numbered.id })
      .from(numbered)
      .where(sql`${numbered.place} % ${perFile} = 0`)
      .orderBy(asc(numbered.id));
    files.push(...first.map((row) => `${name}/${String(row.id)}`));
  }
  const entries = files.map((file) => `<sitemap><loc>${origin}/sitemap/${file}.xml</loc></sitemap>`);
  return xml("sitemapindex", entries);
}

export const sitemapOfPages = (origin: string): string =>
  xml(
    "urlset",
    fixedPages.map((path) => `<url><loc>${origin}${path}</loc></url>`),
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
  const earlier = await db.$count(table, and(condition, lt(id, from)));
  if (earlier % perFile !== 0) return undefined;
  const rows = await db
    .select({ id, changedAt })
    .from(table)
    .where(and(condition, gte(id, from)))
    .orderBy(asc(id))
    .limit(perFile);
  if (String(rows[0]?.id) !== from) return undefined;
  const entries = rows.map((row) => {
    const changed = row.changedAt instanceof Date ? `<lastmod>${row.changedAt.toISOString()}</lastmod>` : "";
    return `<url><loc>${origin}${path}${String(row.id)}</loc>${changed}</url>`;
  });
  return xml("urlset", entries);
}

const xml = (root: "sitemapindex" | "urlset", entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</${root}>\n`;
