import type { Contracts } from "../../src/features.ts";
import type { Outcome, Row } from "../support/endpoints/endpoint-case.ts";
import { type State, groupsOf } from "../support/people-states.ts";

/** These end the session; after every other problem it goes on. */
export const endings: readonly string[] = [
  "unauthenticated",
  "forbidden",
  "account-suspended",
  "other-email",
];

export function outcomeIn(row: Row, state: State): Outcome {
  if (typeof row !== "object") return row;
  const [inGroup] = groupsOf(state).flatMap((group) => row[group] ?? []);
  return row[state] ?? inGroup ?? row.others ?? 200;
}

/** What happens to the person in each state when an admin clicks, or, at the first one, the classmate. */
export const toPeople = {
  "POST /blocks/{id}": {
    formerInstructor: "cannot-block",
    staff: "cannot-block",
    deleted: "person-not-found",
  },
  "PATCH /users/admin/{id}": {
    minors: "is-a-minor",
    ageUnknown: "is-a-minor",
    admin: "own-role",
    deleted: "user-not-found",
  },
  "PATCH /users/instructor/{id}": {
    minors: "is-a-minor",
    ageUnknown: "is-a-minor",
    formerInstructor: "has-role-already",
    instructor: "has-role-already",
    admin: "own-role",
    deleted: "user-not-found",
  },
  "PATCH /users/student/{id}": {
    formerInstructor: 200,
    instructor: 200,
    admin: "own-role",
    deleted: "user-not-found",
    others: "has-role-already",
  },
  "PATCH /users/suspend/{id}": {
    suspended: "suspended-already",
    admin: "own-account",
    deleted: "user-not-found",
  },
  "PATCH /users/reinstate/{id}": { suspended: 200, deleted: "user-not-found", others: "not-suspended" },
  "PATCH /users/adult/{id}": {
    minors: 200,
    ageUnknown: 200,
    deleted: "user-not-found",
    others: "is-an-adult",
  },
  "PATCH /admin/hand-over/class/{id}": {
    formerInstructor: 200,
    instructor: 200,
    others: "not-an-instructor",
  },
} as const satisfies Partial<Record<keyof Contracts, Row>>;
