import type { Group, State } from "../people-states.ts";
import type { Sent, TestPerson } from "../people.ts";

/** The owned resources belong to the student and the instructor. */
export interface Callers {
  readonly visitor: undefined;
  readonly student: TestPerson;
  readonly otherStudent: TestPerson;
  readonly instructor: TestPerson;
  readonly otherInstructor: TestPerson;
  readonly admin: TestPerson;
}

export interface Fixtures {
  readonly approved: string;
  readonly pending: string;
  readonly denied: string;
  readonly selection: string;
  readonly intentId: string;
  /** Of the student, collected through another account. */
  readonly payment: string;
  /** Of the approved class: a section with a published preview. */
  readonly section: string;
  readonly lesson: string;
  /** Waits for its critique. */
  readonly drawing: { readonly submission: string; readonly round: string };
}

/** The status, or a problem's code. */
export type Outcome = 200 | string;

/** One for all whom the contract lets in, or by state, with 200 for the others. A state goes before its groups. */
export type Row =
  | Outcome
  | (Readonly<Partial<Record<State | Group, Outcome>>> & { readonly others?: Outcome });

export interface EndpointCase {
  /** A request that the endpoint accepts, of those who may call it. */
  readonly send: (callers: Callers, fixtures: Fixtures) => Sent;
  /** The status for callers who are let in, where the fixtures give them another than 200. */
  readonly status?: number;
  /**
   * What it answers to a person in each state whom the contract lets in. Without a role for it they get "forbidden",
   * suspended "account-suspended", deleted "unauthenticated".
   */
  readonly people: Row;
  /** Why it writes nothing that another operation writes. Otherwise it is in a record of `pairs/`. */
  readonly alone?: string;
}

export const ofLesson = (_: Callers, { approved, lesson }: Fixtures) => ({
  params: { classId: approved, id: lesson },
});
