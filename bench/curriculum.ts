/** `npm run bench -- curriculum`: moves in a class of 500 lessons, and what its outline costs the class's page. */
import { Agent } from "node:http";
import type { CallAnswer } from "../src/http/contract.ts";
import type { lessonsContract } from "../src/features/classroom/lessons/contract.ts";
import { moveLesson } from "../src/features/classroom/lessons/pages/order.ts";
import { maxLessons } from "../src/features/classroom/lessons/policy.ts";
import { ask, bearer, json } from "./parts/ask.ts";
import { latencies, percentile, say, sayGoal, sayLoad } from "./parts/figures.ts";
import { addClass, addPeople, fill } from "./parts/school.ts";
import { type MeasuredSite, databaseServer, withDatabase, withFolder, withSite } from "./parts/site.ts";

const movesOfEach = 500;
const pages = 100;
/** Milliseconds. */
const goals = { move: 100, outline: 25 };

const agent = new Agent({ keepAlive: true });
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;

type Curriculum = CallAnswer<(typeof lessonsContract)["GET /curriculum/{classId}"]>;
type Sections = readonly { readonly _id: string; readonly lessons: readonly { readonly _id: string }[] }[];

interface Editor {
  readonly url: string;
  readonly token: string;
}

interface Moves {
  readonly took: number[];
  readonly refused: number[];
  /** By the version that the move made. */
  readonly orders: Map<number, string>;
}

const textOf = (sections: Sections): string =>
  JSON.stringify(sections.map(({ _id, lessons }) => [_id, lessons.map((lesson) => lesson._id)]));

async function read({ url, token }: Editor): Promise<Curriculum> {
  return json(await ask(url, { agent, headers: bearer(token) })) as Curriculum;
}

/** As the builder does: after a refusal it reads the curriculum again, and the person moves another lesson. */
async function moveLessons(editor: Editor, count: number): Promise<Moves> {
  const moves: Moves = { took: [], refused: [], orders: new Map() };
  let { orderVersion, sections }: { orderVersion: number; sections: Sections } = await read(editor);
  while (moves.took.length < count) {
    const lesson = pick(sections.flatMap(({ lessons }) => lessons))._id;
    const section = pick(sections);
    const index = Math.floor(Math.random() * (section.lessons.length + 1));
    const moved = moveLesson(sections, lesson, { section: section._id, index });
    const order = moved.map(({ _id, lessons }) => ({ _id, lessons: lessons.map((each) => each._id) }));
    const answer = await ask(`${editor.url}/order`, {
      agent,
      method: "PATCH",
      headers: bearer(editor.token),
      body: JSON.stringify({ orderVersion, sections: order }),
    });
    if (answer.status === 200) {
      ({ orderVersion } = json(answer) as { orderVersion: number });
      sections = moved;
      moves.took.push(answer.took);
      moves.orders.set(orderVersion, textOf(moved));
    } else if (answer.status === 409) {
      moves.refused.push(answer.took);
      ({ orderVersion, sections } = await read(editor));
    } else throw new Error(`a move was answered ${answer.status}: ${answer.body.toString()}`);
  }
  return moves;
}

async function measureMoves(editors: readonly [Editor, Editor]): Promise<void> {
  const before = await read(editors[0]);
  const ids = (sections: Sections): string =>
    JSON.stringify(
      sections.flatMap(({ _id, lessons }) => [_id, ...lessons.map((each) => each._id)]).toSorted(),
    );

  const alone = await moveLessons(editors[0], 200);
  sayGoal("p99 of a move, one person", percentile(alone.took, 0.99), goals.move, "ms");
  say(`       ${latencies(alone.took)}`);

  const { orderVersion: first } = await read(editors[0]);
  const both = await Promise.all(editors.map((editor) => moveLessons(editor, movesOfEach)));
  const took = both.flatMap((moves) => moves.took);
  sayGoal("p99 of a move, two people at once", percentile(took, 0.99), goals.move, "ms");
  say(`       ${latencies(took)}`);
  const refused = both.flatMap((moves) => moves.refused);
  say(`       ${refused.length} refused, since the other was first: ${latencies(refused)}`);

  const after = await read(editors[0]);
  const orders = new Map(both.flatMap((moves) => [...moves.orders]));
  const isWhole = ids(after.sections) === ids(before.sections);
  const isTheirs = orders.get(after.orderVersion) === textOf(after.sections);
  const areCounted = orders.size === took.length && after.orderVersion === first + took.length;
  say(`nothing is lost or doubled: ${isWhole}; the order is one that one of them made: ${isTheirs}`);
  say(`each of the ${took.length} moves made a version of its own: ${areCounted}\n`);
}

async function measurePages(origin: string, admin: string, longId: string, emptyId: string): Promise<void> {
  const took = { long: [] as number[], empty: [] as number[], health: [] as number[] };
  const kept = { long: [] as number[], empty: [] as number[] };
  const headers = { "accept-encoding": "br" };
  const page = (id: string) => ask(`${origin}/classes/${id}`, { agent, headers });
  /** Its page is made anew then. */
  const change = async (id: string, availableSeats: number): Promise<void> => {
    const { status } = await ask(`${origin}/api/class/${id}`, {
      agent,
      method: "PATCH",
      headers: bearer(admin),
      body: JSON.stringify({ className: "Lines", price: 49, availableSeats }),
    });
    if (status !== 200) throw new Error(`a change was answered ${status}`);
  };
  for (let turn = 0; turn < pages; turn += 1) {
    took.health.push((await ask(`${origin}/api/health`, { agent })).took);
    for (const id of [longId, emptyId]) await change(id, 11 + turn);
    took.long.push((await page(longId)).took);
    took.empty.push((await page(emptyId)).took);
    kept.long.push((await page(longId)).took);
    kept.empty.push((await page(emptyId)).took);
  }
  const rows = {
    "health check": took.health,
    "uncached, 500 lessons": took.long,
    "uncached, no lesson": took.empty,
  };
  const cached = { "cached, 500 lessons": kept.long, "cached, no lesson": kept.empty };
  for (const [name, each] of Object.entries({ ...rows, ...cached }))
    say(`${name.padEnd(22)} ${latencies(each.slice(5))}`);
  const added = ({ long, empty }: typeof kept): number =>
    percentile(long.map((each, turn) => each - empty[turn]!).slice(5), 0.5);
  sayGoal("added by the outline, p50 of the pairs", added(took), goals.outline, "ms");
  say(`       added to the cached page: ${added(kept).toFixed(2)} ms`);
  const bytes = await Promise.all([longId, emptyId].map(async (id) => (await page(id)).body.length));
  say(`       ${bytes.map((each) => (each / 1024).toFixed(1)).join(" and ")} KB on the wire (Brotli)`);
}

await withFolder((folder) =>
  withDatabase(async (database) => {
    const settings = { ...folder, ...database };
    const { long, empty, tokens } = await fill(settings, async (context) => {
      const people = [
        ...(await addPeople(context, "instructor", 1)),
        ...(await addPeople(context, "admin", 1)),
      ];
      const add = (name: string, lessonCount: number) =>
        addClass(context, people[0]!, { name, lessonCount, sectionCount: 20, kind: "text" });
      return {
        long: (await add("Five hundred lines", maxLessons)).classId,
        empty: (await add("No line yet", 0)).classId,
        tokens: await Promise.all(people.map((id) => context.accessTokens.issue(id))),
      };
    });
    say(databaseServer ? "PostgreSQL" : "PGlite");
    sayLoad();
    await withSite(settings, async ({ origin }: MeasuredSite) => {
      const url = `${origin}/api/curriculum/${long}`;
      const [instructor, admin] = tokens.map((token) => ({ url, token }));
      await measureMoves([instructor!, admin!]);
      await measurePages(origin, tokens[1]!, long, empty);
    });
    agent.destroy();
    sayLoad();
  }),
);
