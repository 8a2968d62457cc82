import { createSession } from "../../src/access/create-session.ts";
import { type Session, visitor } from "../../src/access/session-store.ts";
import { IdentityError, type IdentityUser } from "../../src/identity/client.ts";

export const ada: IdentityUser = {
  email: "ada@example.org",
  displayName: "Ada",
  photoURL: "/drawings/portrait-cat.svg",
  emailVerified: true,
};
const now = new Date("2026-11-21T12:00:00Z");

export const token = (name: string, seconds = 900): string =>
  `header.${btoa(JSON.stringify({ exp: now.getTime() / 1000 + seconds, name }))}.signature`;

export const me = (role: string, unread = 0) => ({
  _id: "1",
  name: "Ada",
  email: ada.email,
  image: ada.photoURL,
  role,
  isAgeKnown: true,
  unread: { count: unread, paths: [] },
});
export const problem = (status: number) => ({
  status,
  body: {
    code: "some-code",
    detail: `Refused with ${status}.`,
    ...(status === 403 && { endsSession: true }),
  },
});
export const offline = "offline";

export type Answer =
  | { readonly status?: number; readonly body?: object; readonly after?: Promise<unknown> }
  | typeof offline;

/** Returns the answers of each path in order, then repeats the last. */
export function browser({
  stored = token("stored"),
  answers = {},
  users = [ada],
  signOut = async () => {},
}: {
  stored?: string | null;
  answers?: Record<string, Answer[]>;
  users?: (IdentityUser | null | IdentityError)[];
  signOut?: () => Promise<void>;
} = {}) {
  const sent: string[] = [];
  const waits: number[] = [];
  const events: string[] = [];
  const answersByKey: Record<string, Answer[]> = {
    "POST /api/jwt": [{ body: { token: token("fresh") } }],
    "GET /api/me": [{ body: me("student") }],
    ...answers,
  };
  const next = <Item>(items: Item[]): Item => (items.length > 1 ? items.shift()! : items[0]!);
  let savedToken = stored;
  let state: Session = { ...visitor, isLoading: true };
  let onWait = (): void | Promise<void> => {};
  const session = createSession({
    transport: async (path, init) => {
      const key = `${init.method} ${path}`;
      const bearer = new Headers(init.headers).get("authorization")?.slice("Bearer ".length) ?? "";
      const name = bearer.startsWith("header.") ? JSON.parse(atob(bearer.split(".")[1]!)).name : bearer;
      sent.push(`${key} ${name}`.trim());
      const answer = next(answersByKey[key] ?? [{ body: [] }]);
      if (answer === offline) throw new TypeError("Failed to fetch");
      await answer.after;
      return Response.json(answer.body ?? {}, { status: answer.status ?? 200 });
    },
    identity: {
      currentUser: async () => {
        const user = next(users);
        if (user instanceof IdentityError) throw user;
        return user;
      },
      idToken: async () => "identity-token",
      signOut: async () => {
        await signOut();
        sent.push("signed out");
      },
    },
    storage: {
      read: () => savedToken,
      write: (written) => (savedToken = written),
      remove: () => (savedToken = null),
    },
    clock: {
      now: () => now,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        await onWait();
      },
    },
    state: { get: () => state, set: (set) => (state = set) },
    events: {
      onLost: (why) => events.push(`lost: ${why}`),
      onRole: (role) => events.push(`role: ${role}`),
      onUnread: ({ count }) => {
        if (count > 0) events.push(`unread: ${count}`);
      },
      onTokenFailure: () => events.push("JWT Error:"),
    },
  });
  return {
    session,
    sent,
    waits,
    events,
    answer: (key: string, ...list: Answer[]) => (answersByKey[key] = list),
    get savedToken() {
      return savedToken;
    },
    get state() {
      return state;
    },
    whileWaiting: (work: () => void | Promise<void>) => (onWait = work),
  };
}

export const student = { ...visitor, user: ada, role: "student" };
