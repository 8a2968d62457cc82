import { demoPassword } from "../../../db/demo-school/people.ts";
import type { Site } from "./site.ts";

export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

let made = 0;
const run = Date.now().toString(36);

async function post(
  site: Pick<Site, "origin">,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(`${site.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

interface Cookie {
  readonly name: string;
  readonly value: string;
}
/** For the first `enter`: a password takes a tenth of a second to check. */
const signUps = new Map<string, readonly Cookie[]>();

export function takeSignUp({ email }: Pick<Account, "email">): readonly Cookie[] | undefined {
  const cookies = signUps.get(email);
  signUps.delete(email);
  return cookies;
}

/** Not logged in yet. */
export async function newStudent(
  site: Pick<Site, "origin">,
  email?: string,
  age: object = { adult: true },
  fullName?: string,
): Promise<Account> {
  made += 1;
  const account = {
    name: fullName ?? `Student ${made}`,
    email: email ?? `student-${run}-${process.pid}-${made}@example.org`,
    password: demoPassword,
  };
  const signedUp = await post(site, "/identity/sign-up", {
    ...account,
    photoURL: "/drawings/portrait-bunny.svg",
    ...age,
  });
  const cookie = cookiesOf(signedUp);
  const token = await (await fetch(`${site.origin}/identity/token`, { headers: { cookie } })).json();
  const headers = { authorization: `Bearer ${(token as { token: string }).token}` };
  await post(
    site,
    "/api/users",
    { name: account.name, email: account.email, image: "/drawings/portrait-bunny.svg", ...age },
    headers,
  );
  signUps.set(
    account.email,
    cookie.split("; ").map((each) => {
      const [name = "", ...value] = each.split("=");
      return { name, value: value.join("=") };
    }),
  );
  return account;
}

/** Milliseconds; a token is valid for fifteen minutes. */
const keepsTokens = 10 * 60 * 1000;
interface KeptToken {
  readonly token: Promise<string>;
  readonly at: number;
}
/** By site and email. Not by origin: in the same worker, a later site may get the port of one that has ended. */
const demoTokens = new WeakMap<object, Map<string, KeptToken>>();

/** Signs in when it must: a password takes a tenth of a second to check. */
export function demoToken(site: Pick<Site, "origin">, email: string): Promise<string> {
  const ofSite = demoTokens.get(site) ?? new Map<string, KeptToken>();
  demoTokens.set(site, ofSite);
  const kept = ofSite.get(email);
  if (kept && Date.now() - kept.at < keepsTokens) return kept.token;
  const token = fetchDemoToken(site, email);
  ofSite.set(email, { token, at: Date.now() });
  return token;
}

async function fetchDemoToken(site: Pick<Site, "origin">, email: string): Promise<string> {
  const cookie = cookiesOf(await post(site, "/identity/sign-in", { email, password: demoPassword }));
  const identity = (await (await fetch(`${site.origin}/identity/token`, { headers: { cookie } })).json()) as {
    token: string;
  };
  const session = await post(site, "/api/jwt", { email }, { authorization: `Bearer ${identity.token}` });
  return ((await session.json()) as { token: string }).token;
}

export async function asDemo(
  site: Pick<Site, "origin">,
  email: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const token = await demoToken(site, email);
  const response = await fetch(`${site.origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export async function newPendingClass(site: Site, seats = 5): Promise<{ id: string; name: string }> {
  made += 1;
  const name = `Class ${made} of ${run}-${process.pid}`;
  const body = {
    className: name,
    price: 49,
    availableSeats: seats,
    image: "/drawings/cover-eyes.svg",
    level: "beginner",
  };
  const { insertedId } = (await asDemo(site, "instructor@senga.example", "POST", "/classes", body)) as {
    insertedId: string;
  };
  return { id: insertedId, name };
}

/** Appears first among the newest classes. */
export async function newClass(site: Site, seats: number): Promise<{ id: string; name: string }> {
  const added = await newPendingClass(site, seats);
  await asDemo(site, "admin@senga.example", "PATCH", `/admin/approve/class/${added.id}`);
  return added;
}

/** Of the demo instructor: an approved class with a section and a lesson of each kind. */
export async function newCurriculum(
  site: Site,
): Promise<{ id: string; name: string; lessons: readonly string[] }> {
  const added = await newClass(site, 5);
  const edit = (method: string, path: string, body?: object) =>
    asDemo(site, "instructor@senga.example", method, `/curriculum/${added.id}${path}`, body);
  const insert = async (path: string, body: object): Promise<string> =>
    ((await edit("POST", path, body)) as { insertedId: string }).insertedId;
  const section = await insert("/sections", { title: "First lines" });
  const lessons: string[] = [];
  for (const [kind, title] of [
    ["text", "Hold the pen"],
    ["exercise", "Fifty circles"],
    ["video", "Watch me ink"],
  ] as const)
    lessons.push(await insert(`/section/${section}/lessons`, { kind, title }));
  await edit("PATCH", `/lesson/${lessons[0]}`, { body: "Draw from the **shoulder**." });
  await edit("POST", `/lesson/${lessons[0]}/publish`, {});
  return { ...added, lessons };
}

/** Not logged in yet. */
export async function newAdmin(site: Site): Promise<Account> {
  const account = await newStudent(site);
  const [found] = (await asDemo(
    site,
    "admin@senga.example",
    "GET",
    `/admin/manage/users?q=${account.email}`,
  )) as { _id: string }[];
  await asDemo(site, "admin@senga.example", "PATCH", `/users/admin/${found?._id}`);
  return account;
}

interface LessonText {
  readonly title: string;
  readonly kind?: "text" | "exercise";
  readonly isPreview?: boolean;
}

/** Published in a section of their own; `opensAfterDays` of a cohort that starts today, in UTC. */
export async function newLessons(
  site: Pick<Site, "origin">,
  classId: string,
  section: { readonly title: string; readonly opensAfterDays?: number },
  lessons: readonly LessonText[],
): Promise<readonly string[]> {
  const asAdmin = (method: string, path: string, body: object) =>
    asDemo(site, "admin@senga.example", method, path, body) as Promise<{ insertedId: string }>;
  const { title: sectionTitle, opensAfterDays } = section;
  const added = await asAdmin("POST", `/curriculum/${classId}/sections`, { title: sectionTitle });
  if (opensAfterDays !== undefined) {
    await asAdmin("PATCH", `/curriculum/${classId}/section/${added.insertedId}`, { opensAfterDays });
    const startsOn = new Date().toISOString().slice(0, 10);
    await asAdmin("PATCH", `/class/${classId}/schedule`, { startsOn, timeZone: "UTC" });
  }
  const ids: string[] = [];
  for (const { title, kind = "text", isPreview = false } of lessons) {
    const path = `/curriculum/${classId}/section/${added.insertedId}/lessons`;
    const { insertedId: id } = await asAdmin("POST", path, { kind, title });
    const body = `Draw **${title}**.\n\n- [x] paper\n- [ ] eraser\n\n| Pencil | For |\n| --- | --- |\n| 2H | guides |`;
    await asAdmin("PATCH", `/curriculum/${classId}/lesson/${id}`, { body, isPreview });
    await asAdmin("POST", `/curriculum/${classId}/lesson/${id}/publish`, {});
    ids.push(id);
  }
  return ids;
}
