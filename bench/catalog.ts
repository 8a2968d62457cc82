/** `npm run bench -- catalog`: latency of lists, searches and sitemaps, uncached and cached. */
import { sql } from "drizzle-orm";
import { users } from "../src/features/accounts/tables.ts";
import { searchTextOf } from "../src/features/classes/search-text.ts";
import { classes, curricula } from "../src/features/classes/tables.ts";
import { levels } from "../src/features/classes/policy.ts";
import { newIdAt } from "../src/platform/ids.ts";
import { createLog } from "../src/platform/log.ts";
import { cents } from "../src/platform/money.ts";
import { readSettings } from "../src/settings/settings.ts";
import { createContext } from "../src/context.ts";
import {
  type MeasuredSite,
  type SiteSettings,
  say,
  databaseServer,
  summary,
  withDatabase,
  withFolder,
  withSite,
} from "./site.ts";

const count = databaseServer ? 100_000 : 10_000;
const instructors = 2_000;
const rounds = 30;
const minute = 60_000;

const words = (
  "eyes hands hair faces heads speed lines screentone light shadow rain night streets perspective summer skies cloth " +
  "folds ink brush pen pencil panels pages balloons letters robots cats dragons food trees clouds water fire swords " +
  "ribbons boxes moods masks wings armor kimono school kitchens gardens trains mountains rivers oceans castles ghosts " +
  "heroes villains horses birds insects machines engines crowds fights dances laughter tears anger silence distance " +
  "gesture anatomy skeleton muscle profile portrait figure texture contrast rhythm color watercolor marker charcoal"
).split(" ");
const names = "Mio Haru Lena Teo Juno Sana Iris Kenji Rosa Omar Minh Lucia Ada Noor Robin Yuki".split(" ");
const pick = <T>(from: readonly T[], seed: number): T => from[seed % from.length] as T;
const scatter = (index: number, salt: number): number =>
  Math.imul(index + 1, 2_654_435_761 + salt * 40_503) >>> 7;

const nameOf = (index: number): string =>
  [0, 1, 2].map((salt) => pick(words, scatter(index, salt))).join(" ") + ` ${index}`;

async function fill(settings: SiteSettings): Promise<void> {
  const context = await createContext(readSettings(settings), createLog("silent"));
  const now = Date.now();
  const at = (index: number) => new Date(now - (count - index) * minute);
  const people = Array.from({ length: instructors }, (_, index) => ({
    id: newIdAt(at(0)),
    name: `${pick(names, scatter(index, 3))} ${pick(words, scatter(index, 4))}`,
    email: `instructor-${index}@example.org`,
    image: "/drawings/portrait-cat.svg",
    role: "instructor" as const,
    createdAt: at(0),
  }));
  await context.db.insert(users).values(people);
  for (let first = 0; first < count; first += 2000) {
    const rows = Array.from({ length: 2000 }, (_, offset) => {
      const index = first + offset;
      const instructor = pick(people, scatter(index, 5));
      const name = nameOf(index);
      const id = newIdAt(at(index));
      return {
        id,
        curriculumId: id,
        instructorId: instructor.id,
        name,
        searchText: searchTextOf(name, instructor.name),
        level: pick(levels, scatter(index, 6)),
        priceCents: cents(1000 + (scatter(index, 7) % 90) * 100),
        availableSeats: scatter(index, 8) % 30,
        enrolledStudents: scatter(index, 9) % 500,
        image: "/drawings/cover-eyes.svg",
        status: "approved" as const,
        createdAt: at(index),
        updatedAt: at(index),
        decidedAt: at(index),
      };
    });
    await context.db.insert(curricula).values(rows.map(({ id, createdAt }) => ({ id, createdAt })));
    await context.db.insert(classes).values(rows);
  }
  // Autovacuum, or the running site on PGlite, analyzes the tables only later.
  await context.db.execute(sql`analyze`);
  await context.close();
}

const questions: Readonly<Record<string, (round: number) => string>> = {
  "newest classes": (round) => `/api/approvedClasses?limit=24&sort=newest&min=${round + 1}`,
  "popular classes": (round) => `/api/approvedClasses?limit=24&sort=popular&min=${round + 1}`,
  "by price, one level": (round) =>
    `/api/approvedClasses?limit=24&sort=price&level=beginner&min=${round + 1}`,
  "a word": (round) => `/api/approvedClasses?limit=24&q=${pick(words, round)}`,
  "a word with a typo": (round) => `/api/approvedClasses?limit=24&q=${typo(pick(words, round))}`,
  "the catalogue's page": (round) => `/classes?min=${round + 1}`,
  "the sitemaps' index": (round) => `/sitemap.xml?round=${round}`,
};

const typo = (word: string): string => word.slice(0, 2) + word.slice(3);

async function ask(url: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
  return performance.now() - begun;
}

async function measure({ origin }: MeasuredSite): Promise<void> {
  const inTurn = async (urls: readonly string[]): Promise<number[]> => {
    const took: number[] = [];
    for (const url of urls) took.push(await ask(url));
    return took;
  };
  const health = Array.from({ length: rounds * 3 }, () => `${origin}/api/health`);
  await inTurn(health);
  const [baseline] = summary(await inTurn(health));
  say(`${count.toLocaleString("en-US")} classes; the health check takes ${baseline.toFixed(2)} ms (p50)\n`);
  say("ms                      first p50    p95   ratio    kept p50    p95   ratio");
  const rows = Object.entries(questions).map(
    ([title, question]) =>
      [title, Array.from({ length: rounds }, (_, round) => `${origin}${question(round)}`)] as const,
  );
  const index = await (await fetch(`${origin}/sitemap.xml`)).text();
  const files = [...index.matchAll(/<loc>([^<]+\/sitemap\/classes\/[^<]+)</g)].map(([, url = ""]) => url);
  for (const [title, urls] of [...rows, ["a sitemap of 10,000", files] as const]) {
    const figures = [await inTurn(urls), await inTurn(urls)].map((took) => {
      const [p50, p95] = summary(took);
      return `${p50.toFixed(1).padStart(11)}${p95.toFixed(1).padStart(7)}${(p50 / baseline).toFixed(0).padStart(8)}`;
    });
    say(`${title.padEnd(22)}${figures.join(" ")}`);
  }
}

await withFolder((folder) =>
  withDatabase(async (database) => {
    const settings = { ...folder, ...database };
    say(`Filling ${database["DATABASE_URL"] ? "PostgreSQL" : "PGlite"} …`);
    await fill(settings);
    await withSite(settings, measure);
  }),
);
