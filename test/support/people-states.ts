import type { Role } from "../../src/access/policy.ts";

interface Situation {
  readonly role?: Exclude<Role, "student">;
  /** Never had one, and has bought and drawn nothing. */
  readonly hasNoSeat?: true;
  readonly guardian?: "asked" | "given" | "refused" | "withdrawn";
}

/**
 * Everyone in the school of `people-school.ts`. By default: a student, 18 or older, with a confirmed email, who has
 * bought the class, finished it, and shows a drawing in its gallery.
 */
const situations = {
  adult: { hasNoSeat: true },
  ageUnknown: {},
  minorAsked: { guardian: "asked" },
  minorConsented: { guardian: "given" },
  minorRefused: { guardian: "refused" },
  minorWithdrawn: { guardian: "withdrawn" },
  suspended: {},
  deleted: {},
  unconfirmed: {},
  enrolled: {},
  /** From the class, by the refund policy. */
  withdrew: {},
  /** By an admin. */
  refunded: {},
  /** By three people: their drawing is hidden until an admin decides. */
  reported: {},
  /** By the classmate whose drawing and comments they request. */
  blocked: {},
  /** Their class was handed over. */
  formerInstructor: { role: "instructor", hasNoSeat: true },
  /** Of the class. */
  instructor: { role: "instructor", hasNoSeat: true },
  admin: { role: "admin", hasNoSeat: true },
} as const satisfies Record<string, Situation>;

export type State = keyof typeof situations;
export const states = Object.keys(situations) as State[];
export const situationOf = (state: State): Situation => situations[state];
export const roleOf = (state: State): Role => situationOf(state).role ?? "student";

export const ofEachState = <T>(make: (state: State) => T): Record<State, T> =>
  Object.fromEntries(states.map((state) => [state, make(state)])) as Record<State, T>;

/** States that many rules treat the same. */
export const groups = {
  minors: ["minorAsked", "minorConsented", "minorRefused", "minorWithdrawn"],
  minorsWithoutConsent: ["minorAsked", "minorRefused", "minorWithdrawn"],
  withoutConsent: ["ageUnknown", "minorAsked", "minorRefused", "minorWithdrawn"],
  neverSeated: ["adult", "formerInstructor", "instructor", "admin"],
  seatEnded: ["withdrew", "refunded"],
  /** Without staff. */
  withoutSeat: ["adult", "withdrew", "refunded", "formerInstructor"],
  staff: ["instructor", "admin"],
} as const satisfies Record<string, readonly State[]>;

export type Group = keyof typeof groups;

const has = (group: Group, state: State): boolean => (groups[group] as readonly State[]).includes(state);
export const groupsOf = (state: State): Group[] =>
  (Object.keys(groups) as Group[]).filter((group) => has(group, state));

type Named = State | Group;
const isNamed = (state: State, named: readonly Named[]): boolean =>
  named.some((name) => name === state || groupsOf(state).includes(name as Group));

export const among = (...named: readonly Named[]): State[] => states.filter((state) => isNamed(state, named));
export const allBut = (...named: readonly Named[]): State[] =>
  states.filter((state) => !isNamed(state, named));
