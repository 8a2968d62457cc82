import { sql } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";

/** Approximate rows per table. */
const many = 100_000;
const admins = 10;
const instructors = 10_000;
/** Drawings. The others wait for their critique. */
const critiqued = 98_000;

/** By table and number, from 1. */
export const idOf = (table: keyof typeof prefixes, number: number): string =>
  `${prefixes[table]}-0000-7000-8000-${String(number).padStart(12, "0")}`;
const prefixes = {
  users: "01000001",
  classes: "01000002",
  enrollments: "01000003",
  attempts: "01000004",
  payments: "01000005",
  selections: "01000006",
  notifications: "01000007",
  audit: "01000008",
  sections: "01000009",
  lessons: "0100000a",
  versions: "0100000b",
  messages: "0100000c",
  subscriptions: "0100000d",
  applications: "0100000e",
  mails: "0100000f",
  videos: "01000010",
  submissions: "01000013",
  turns: "01000014",
  drawings: "01000015",
  critiques: "01000016",
  certificates: "01000017",
  issues: "01000018",
  pictures: "01000019",
  reports: "0100001a",
} as const;

export const someAdmin = idOf("users", 1);
export const someInstructor = idOf("users", admins + 1);
export const someStudent = idOf("users", admins + instructors + 1);

export const classOfStudent = idOf("classes", 1 + (((many - admins - instructors) * 7) % many));

const id = (table: keyof typeof prefixes, number: string): string =>
  `('${prefixes[table]}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
const student = `${admins + instructors} + 1 + n % ${many - admins - instructors}`;
const moment = "timestamptz '2026-01-01' + n * interval '1 minute'";
const words =
  "array['Ink','Brush','Hair','Hands','Eyes','Street','Cloak','Rain','Tone','Panels','Speed','Capes','Paper','Nib']";
/** Pseudorandom, one of a thousand. */
const letters = (number: string): string =>
  `translate(to_char((${number}) % 1000, 'FM000'), '0123456789', 'bdfghklmnp')`;
const name = `case when n % 150 = 0 then (${words})[1 + n / 150 % 14] else ${letters("n")} end || ' ' ||
  case when n % 100 = 0 then (${words})[1 + n / 300 % 14] else ${letters("n / 7")} end || ' ' || n`;
const series = (count: number): string => `from generate_series(1, ${count}) n`;

/** By what the job that removes drawings has to do about them. */
const drawings = {
  ofFormer: "n % 20 in (1, 2, 3) or n % 1000 in (26, 27)",
  removed: "n % 20 = 1",
  ofThisMonth: "n % 20 = 2",
  ofFormerShown: "n % 20 = 3",
  ofFormerDue: "n % 1000 = 26",
  ofFormerNew: "n % 1000 = 27",
  withdrawn: "n % 1000 in (4, 5, 28)",
  forgotten: "n % 1000 = 4",
  withdrawnNow: "n % 1000 = 5",
  waiting: "n % 20 = 9 or n % 1000 = 31",
  waitingNow: "n % 20 = 9",
  unfinished: "n % 1000 = 32",
} as const;

const statements = [
  `insert into users (id, name, email, image, role, created_at, identity_issuer, identity_subject)
   select ${id("users", "n")}, 'Person ' || n, 'person' || n || '@example.org', '', case
     when n <= ${admins} then 'admin' when n <= ${admins + instructors} then 'instructor' else 'student' end, ${moment},
     'https://trusted.example', ${id("users", "n")}::text
   ${series(many)}`,
  `insert into curricula (id, created_at) select ${id("classes", "n")}, ${moment} ${series(many)}`,
  `insert into classes (id, curriculum_id, instructor_id, name, search_text, description, price_cents, available_seats,
     enrolled_students, image, status, decided_at, created_at, updated_at)
   select ${id("classes", "n")}, ${id("classes", "n")}, ${id("users", `${admins} + 1 + n % ${instructors}`)}, ${name},
     lower(${name}) || ' person', 'Lines and shapes.', 2000 + n % 9000, 3, n % 50, '/drawings/cover-eyes.svg',
     case when n % 25 = 0 then 'pending' else 'approved' end, case when n % 25 <> 0 then ${moment} end, ${moment}, ${moment}
   ${series(many)}`,
  `insert into class_search select id, searchable(search_text), searchable(class_text(classes)), enrolled_students from classes`,
  `insert into vocabulary select distinct word from classes, words_of(class_text(classes)) word`,
  `insert into instructor_reach select instructor_id, sum(enrolled_students) from classes group by 1`,
  `insert into enrollments (id, student_id, class_id, created_at)
   select ${id("enrollments", "n")}, ${id("users", student)}, ${id("classes", `1 + n * 7 % ${many}`)}, ${moment}
   ${series(many)} where not (${drawings.ofFormer})`,
  `insert into payment_attempts (id, student_id, class_id, amount_cents, currency, intent_id, state, created_at, check_at)
   select ${id("attempts", "n")}, ${id("users", student)}, ${id("classes", `1 + n * 7 % ${many}`)}, 4900, 'usd', 'pi_' || n,
     'paid', ${moment}, ${moment} ${series(many)}`,
  `insert into payments (id, attempt_id, intent_id, student_id, class_id, class_name, class_image, instructor_name,
     instructor_email, price_cents, tax_cents, total_cents, currency, created_at, captured_at)
   select ${id("payments", "n")}, ${id("attempts", "n")}, 'pi_' || n, ${id("users", student)},
     ${id("classes", `1 + n * 7 % ${many}`)}, ${name}, '', 'Person', 'person@example.org', 4900, 0, 4900, 'usd', ${moment}, ${moment}
   ${series(many)}`,
  `insert into selections (id, student_id, class_id, class_name, class_image, instructor_name, instructor_email,
     price_cents, created_at)
   select ${id("selections", "n")}, ${id("users", student)}, ${id("classes", `1 + n * 11 % ${many}`)}, ${name}, '', 'Person',
     'person@example.org', 4900, ${moment} ${series(many)}`,
  `insert into notifications (id, person_id, kind, about_id, line, path, created_at)
   select ${id("notifications", "n")}, ${id("users", "n")}, 'enrolled', ${id("enrollments", "n")}, 'A line', '/', ${moment}
   ${series(many)}`,
  `insert into audit_entries (id, kind, actor_id, actor_name, subject_id, subject_name, created_at)
   select ${id("audit", "n")}, 'class-approved', ${id("users", "1")}, 'Person 1', ${id("classes", "n")}, ${name}, ${moment}
   ${series(many)}`,
  `insert into sections (id, curriculum_id, title, position)
   select ${id("sections", "n")}, ${id("classes", "n")}, 'Lines', 0 ${series(many)}`,
  `insert into lessons (id, curriculum_id, section_id, position, kind, draft, published_draft_version,
     published_version_id, created_at, updated_at)
   select ${id("lessons", "n")}, ${id("classes", "n")}, ${id("sections", "n")}, 0, 'text',
     '{"title":"A line","body":"","videoId":null}', 1, ${id("versions", "n")}, ${moment}, ${moment} ${series(many)}`,
  `insert into lesson_versions (id, lesson_id, number, title, body, html, words, published_at, published_by)
   select ${id("versions", "n")}, ${id("lessons", "n")}, 1, 'A line', '', '', 3, ${moment} + interval '1 day', ${id("users", "11")} ${series(many)}`,
  `insert into opened_lessons (student_id, lesson_id, opened_at, last_opened_at)
   select ${id("users", student)}, ${id("lessons", `1 + n * 7 % ${many}`)}, ${moment}, ${moment} ${series(many)}`,
  `insert into completed_lessons (student_id, lesson_id, how, completed_at)
   select ${id("users", student)}, ${id("lessons", `1 + n * 7 % ${many}`)}, 'ticked', ${moment} ${series(many)}`,
  `insert into contact_messages (id, name, email, message, created_at, done_at)
   select ${id("messages", "n")}, 'Person', 'person' || n || '@example.org', 'Hello', ${moment}, ${moment} ${series(many)}`,
  `insert into newsletter_subscriptions (id, name, email, state, created_at, confirmed_at)
   select ${id("subscriptions", "n")}, 'Person', 'person' || n || '@example.org', 'confirmed', ${moment}, ${moment} ${series(many)}`,
  `insert into teaching_applications (id, user_id, text, portfolio_url, created_at, updated_at, decision, decided_at)
   select ${id("applications", "n")}, ${id("users", "n")}, 'I draw people, capes and rain', 'https://example.org', ${moment}, ${moment}, 'accepted', ${moment}
   ${series(many)}`,
  // As after a relay outage, with some failed mail.
  `insert into outbox (id, recipient, subject, text, html, next_try_at, failed_at)
   select ${id("mails", "n")}, 'person' || n || '@example.org', 'Hello', 'Hello', 'Hello', ${moment},
     case when n % 2 = 0 then ${moment} end ${series(many)}`,
  `insert into videos (id, owner_id, file_name, bytes, state, milliseconds, width, height, has_sound, stored_bytes,
     created_at, changed_at)
   select ${id("videos", "n")}, ${id("users", "11")}, 'lines.mp4', 1000, 'ready', 60000, 1280, 720, true, 1000, ${moment}, ${moment}
   ${series(many)}`,
  `insert into submissions (id, class_id, lesson_id, student_id, state, accepted_at, created_at, changed_at, shared_at,
     seat_ended_at)
   select ${id("submissions", "n")}, ${id("classes", `1 + n * 7 % ${many}`)}, ${id("lessons", `1 + n * 7 % ${many}`)},
     ${id("users", student)}, case when ${drawings.withdrawn} then 'withdrawn' when n > ${critiqued} then 'handed-in'
       else 'accepted' end,
     case when n <= ${critiqued} and not (${drawings.withdrawn}) then ${moment} end, ${moment},
     case when ${drawings.withdrawnNow} then now() else ${moment} end,
     case when ${drawings.ofFormerShown} then ${moment} end,
     case when ${drawings.ofFormerNew} then 'infinity' when ${drawings.ofThisMonth} then now()
       when ${drawings.ofFormerShown} or ${drawings.ofFormerDue} then ${moment} end ${series(many)}`,
  `insert into submission_turns (id, submission_id, number, note, handed_in_at, promised_by)
   select ${id("turns", "n")}, ${id("submissions", "n")}, 1, '', ${moment},
     case when n > ${critiqued} and n % 20 <> 0 then timestamptz '2030-01-01' else ${moment} + interval '5 days' end
   ${series(many)} where not (${drawings.forgotten})`,
  `insert into submission_pictures (id, student_id, class_id, lesson_id, turn_id, position, state, changed_at, hash, width,
     height, widths, created_at)
   select ${id("drawings", "n")}, ${id("users", student)}, ${id("classes", `1 + n * 7 % ${many}`)},
     ${id("lessons", `1 + n * 7 % ${many}`)}, case when not (${drawings.waiting}) then ${id("turns", "n")} end, 0,
     case when ${drawings.unfinished} then 'deleting' else 'stored' end, ${moment}, 'hash' || n, 640, 480, '{640}',
     case when ${drawings.waitingNow} then now() else ${moment} end
   ${series(many)} where not (${drawings.removed} or ${drawings.forgotten})`,
  `insert into critiques (id, turn_id, instructor_id, text, pins, verdict, created_at)
   select ${id("critiques", "n")}, ${id("turns", "n")}, ${id("users", "11")}, 'Well drawn.', '[]', 'accepted', ${moment}
   ${series(critiqued)} where not (${drawings.withdrawn})`,
  `insert into certificates (id, number, student_id, class_id, name, is_named, class_name, instructor_name, effort,
     finished_at, issued_at, status_list, status_index)
   select ${id("certificates", "n")}, 'number' || n, ${id("users", student)}, ${id("classes", `1 + n * 7 % ${many}`)}, 'Person', true,
     'Lines', 'Person', '{}', ${moment}, ${moment}, 1 + n / 65536, n % 65536 ${series(many)}`,
  `insert into pictures (id, url, state, changed_at, width, height, widths, placeholder, uploaded_by, created_at)
   select ${id("pictures", "n")}, '/media/pictures/' || n, 'stored', ${moment}, 640, 480, '{640}', '', ${id("users", "11")}, ${moment}
   ${series(many)}`,
  `insert into reports (id, reporter_id, kind, subject_id, author_id, class_id, snapshot, reason, text, created_at, decision,
     decided_by, decided_at, decision_reason)
   select ${id("reports", "n")}, ${id("users", student)}, 'comment', ${id("submissions", "n")}, ${id("users", student)},
     ${id("classes", "n")}, '{"text":"","pictureIds":[]}', 'spam', '', ${moment}, 'keep', ${id("users", "1")}, ${moment}, ''
   ${series(many)}`,
  `insert into newsletter_issues (id, number, subject, classes, more_classes, news_until, released_at, finished_at)
   values (${id("issues", "1")}, 1, 'News', '[]', 0, timestamptz '2026-01-01', timestamptz '2026-01-01', timestamptz '2026-01-02')`,
  `insert into newsletter_deliveries (issue_id, subscription_id, mail_id)
   select ${id("issues", "1")}, ${id("subscriptions", "n")}, ${id("mails", "n")} ${series(many)}`,
];

/** Rows whose number is all that matters: without triggers and keys, which would take minutes. */
export async function fillLargeSchool(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(sql.raw(statement));
    // A smaller sample would sometimes give another plan.
    await tx.execute(sql`set local default_statistics_target = 1000`);
    await tx.execute(sql`analyze`);
  });
}
