import { sql } from "drizzle-orm";
import { levels } from "../../src/features/school/classes/policy.ts";
import type { Database, Transaction } from "../../src/platform/database.ts";
import { startProgressBar } from "./progress-bar.ts";

/** What the classes are about. */
export const words = (
  "eyes hands hair faces heads speed lines screentone light shadow rain night streets perspective summer skies cloth " +
  "folds ink brush pen pencil panels pages balloons letters robots cats dragons food trees clouds water fire swords " +
  "ribbons boxes moods masks wings armor kimono school kitchens gardens trains mountains rivers oceans castles ghosts " +
  "heroes villains horses birds insects machines engines crowds fights dances laughter tears anger silence distance " +
  "gesture anatomy skeleton muscle profile portrait figure texture contrast rhythm color watercolor marker charcoal"
).split(" ");
const names = "Mio Haru Lena Teo Juno Sana Iris Kenji Rosa Omar Minh Lucia Ada Noor Robin Yuki".split(" ");

const batch = 20_000;
const enrollmentsOfStudent = 5;

const prefixes = {
  instructor: "01010001",
  student: "01010002",
  class: "01010003",
  enrollment: "01010004",
  attempt: "01010005",
  payment: "01010006",
} as const;

const id = (of: keyof typeof prefixes, number: string): string =>
  `('${prefixes[of]}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
/** A number that looks random and is the same in each run. */
const scatter = (number: string, salt: number): string =>
  `((((${number})::bigint + 1) * ${2_654_435_761 + salt * 40_503} & 4294967295) >> 7)`;
const pick = (from: readonly string[], number: string): string =>
  `('{${from.join(",")}}'::text[])[1 + (${number}) % ${from.length}]`;
const word = (salt: number): string => pick(words, scatter("n", salt));
const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

interface Step {
  readonly rows: number;
  /** For the numbers of `n`, from 0. */
  readonly insert: (rows: string) => string;
}

/** A tenth as many instructors as classes, as many students, and five paid enrollments of each. */
function stepsOf(classes: number): readonly Step[] {
  const instructors = Math.max(1, Math.floor(classes / 10));
  const enrollments = enrollmentsOfStudent * classes;
  const at = `now() - (${classes} - n) * interval '1 minute'`;
  const boughtAt = `now() - (${enrollments} - n) * interval '10 seconds'`;
  const instructor = `${scatter("n", 5)} % ${instructors}`;
  const instructorName = `${pick(names, scatter(instructor, 3))} || ' ' || ${pick(words, scatter(instructor, 4))}`;
  const name = `${times(3, word).join(" || ' ' || ")} || ' ' || n`;
  const description = times(24, (salt) => word(salt + 20)).join(" || ' ' || ");
  const student = id("student", `n / ${enrollmentsOfStudent}`);
  // Five neighbors of a place that is the student's own.
  const taken = id("class", `(n / ${enrollmentsOfStudent} * 7 + n % ${enrollmentsOfStudent}) % ${classes}`);
  return [
    {
      rows: instructors,
      insert: (rows) =>
        `insert into users (id, name, email, image, role, created_at)
         select ${id("instructor", "n")}, ${pick(names, scatter("n", 3))} || ' ' || ${pick(words, scatter("n", 4))},
           'instructor-' || n || '@example.org', '/drawings/portrait-cat.svg', 'instructor', ${at} ${rows}`,
    },
    {
      rows: classes,
      insert: (rows) =>
        `insert into users (id, name, email, image, role, created_at)
         select ${id("student", "n")}, ${pick(names, scatter("n", 6))} || ' ' || n, 'student-' || n || '@example.org',
           '/drawings/portrait-frog.svg', 'student', ${at} ${rows}`,
    },
    {
      rows: classes,
      insert: (rows) => `insert into curricula (id, created_at) select ${id("class", "n")}, ${at} ${rows}`,
    },
    {
      rows: classes,
      insert: (rows) =>
        `insert into classes (id, curriculum_id, instructor_id, name, description, search_text, level, price_cents,
           available_seats, enrolled_students, image, status, created_at, updated_at, decided_at)
         select ${id("class", "n")}, ${id("class", "n")}, ${id("instructor", instructor)}, ${name}, ${description},
           lower(${name} || ' ' || ${instructorName}), ${pick(levels, scatter("n", 6))}, 1000 + ${scatter("n", 7)} % 90 * 100,
           ${scatter("n", 8)} % 30, ${scatter("n", 9)} % 500, '/drawings/cover-eyes.svg', 'approved', ${at}, ${at}, ${at} ${rows}`,
    },
    {
      rows: enrollments,
      insert: (rows) =>
        `insert into enrollments (id, student_id, class_id, created_at)
         select ${id("enrollment", "n")}, ${student}, ${taken}, ${boughtAt} ${rows}`,
    },
    {
      rows: enrollments,
      insert: (rows) =>
        `insert into payment_attempts (id, student_id, class_id, amount_cents, currency, intent_id, state, created_at, check_at)
         select ${id("attempt", "n")}, ${student}, ${taken}, 4900, 'usd', 'pi_filled_' || n, 'paid', ${boughtAt}, ${boughtAt} ${rows}`,
    },
    {
      rows: enrollments,
      insert: (rows) =>
        `insert into payments (id, attempt_id, intent_id, student_id, class_id, class_name, class_image, instructor_name,
           instructor_email, price_cents, tax_cents, total_cents, currency, created_at, captured_at)
         select ${id("payment", "n")}, ${id("attempt", "n")}, 'pi_filled_' || n, ${student}, ${taken}, 'Lines',
           '/drawings/cover-eyes.svg', 'Mio', 'mio@example.org', 4900, 0, 4900, 'usd', ${boughtAt}, ${boughtAt} ${rows}`,
    },
  ];
}

/** What the triggers would have kept of the classes, a million times one after the other. */
const derived = [
  `insert into class_search select id, searchable(search_text), searchable(class_text(classes)), enrolled_students from classes`,
  `insert into vocabulary select distinct word from classes, words_of(class_text(classes)) word`,
  `insert into instructor_reach select instructor_id, sum(enrolled_students) from classes group by 1`,
];

/**
 * Fills a migrated and empty database in the server itself, by `generate_series`: no row crosses the connection, so it is
 * faster than `copy`. Without triggers and foreign keys. What the classes are called depends on their number alone.
 */
export async function fillSchool(db: Database, classes: number): Promise<void> {
  const steps = stepsOf(classes);
  const total = steps.reduce((sum, { rows }) => sum + rows, 0) * 1.1;
  const show = startProgressBar(`Filling ${classes.toLocaleString("en-US")} classes`);
  let done = 0;
  for (const { rows, insert } of steps)
    for (let first = 0; first < rows; first += batch) {
      const last = Math.min(first + batch, rows) - 1;
      await withoutTriggers(db, [insert(`from generate_series(${first}, ${last}) n`)]);
      done += last - first + 1;
      show(done / total);
    }
  await withoutTriggers(db, derived);
  // Autovacuum, or the running site on PGlite, analyzes the tables only later.
  await db.execute(sql`analyze`);
  show(1);
}

const withoutTriggers = (db: Database, statements: readonly string[]): Promise<void> =>
  db.transaction(async (tx: Transaction) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
