import type { contracts } from "../../../src/features.ts";
import type { TestApp } from "../app.ts";
import type { Issuer } from "../identity-issuer.ts";
import type { Answer } from "../people.ts";

export type Writing = Exclude<keyof typeof contracts, `GET ${string}`>;

export interface School {
  readonly app: TestApp;
  readonly issuer: Issuer;
}

export interface Operation<Fixture> {
  readonly endpoint: Writing;
  /** Creates what the operation needs, before the pair starts. */
  readonly prepare?: (school: School, fixture: Fixture) => Promise<void>;
  readonly run: (school: School, fixture: Fixture) => Promise<Answer>;
}

/**
 * The answers that a pair ("one | other") may get, as problem codes, if they are not "ok" twice. One after the other, a
 * pair gets one of them; at the same time, no others.
 */
export type Outcomes = Readonly<Record<string, readonly string[]>>;

/** A record with several writers, the operations that write it, and its invariants. */
export interface SharedRecord<Fixture> {
  readonly make: (school: School) => Promise<Fixture>;
  readonly operations: Readonly<Record<string, Operation<Fixture>>>;
  readonly outcomes: Outcomes;
  /** The common pairs, and those that failed before. */
  readonly usual: readonly string[];
  readonly check: (school: School, fixture: Fixture) => Promise<void>;
}

export const shared = <Fixture>(record: SharedRecord<Fixture>): SharedRecord<Fixture> => record;
