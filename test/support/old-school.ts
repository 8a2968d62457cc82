import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const id = (number: number): string => `01a00000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const since = "2026-11-21T10:00:00Z";
const rows = {
  users: {
    id: id(1),
    name: "Iris Falk",
    email: "iris@example.org",
    image: "",
    role: "instructor",
    created_at: since,
  },
  curricula: { id: id(2), order_version: 1, created_at: since },
  classes: {
    id: id(3),
    instructor_id: id(1),
    curriculum_id: id(2),
    name: "Brush and Bamboo",
    search_text: "brush and bamboo",
    image: "/drawings/cover-eyes.svg",
    price_cents: 4900,
    available_seats: 5,
    enrolled_students: 0,
    status: "approved",
    decided_at: since,
    created_at: since,
    updated_at: since,
    level: "beginner",
    description: "Six weeks of strokes.",
    outcomes: [],
    tools: "",
    version: 1,
  },
};

/** A backup of a school from before full-text search and checksums, with one of the operator's tables in it. */
export function writeOldBackup(folder: string): void {
  mkdirSync(join(folder, "database"), { recursive: true });
  for (const [table, row] of Object.entries(rows))
    writeFileSync(join(folder, "database", `public.${table}.jsonl.gz`), gzipSync(`${JSON.stringify(row)}\n`));
  const manifest = {
    format: 1,
    madeAt: "2026-11-22T08:00:00.000Z",
    migrations: { migrations_product: 14, migrations_identity: 3 },
    tables: {
      ...Object.fromEntries(Object.keys(rows).map((table) => [`public.${table}.jsonl.gz`, 1])),
      "reports.monthly.jsonl.gz": 12,
    },
    files: { count: 0, bytes: 0 },
    hasSecret: true,
  };
  writeFileSync(join(folder, "secret"), "of the old school, and long enough");
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
}
