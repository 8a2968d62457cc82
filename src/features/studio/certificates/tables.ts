import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { refersTo } from "../../../platform/drizzle.ts";
import { classes } from "../../school/classes/tables.ts";
import type { Effort } from "./policy.ts";

export interface PublicJwk {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
  /** The thumbprint (RFC 7638). */
  readonly kid: string;
}

/** Every key that ever signed, each for both algorithms. Struck keys are not published. */
export const issuerKeys = pgTable(
  "issuer_keys",
  {
    id: uuid().primaryKey(),
    /** Ed25519, multibase: for certificates from before JWTs. */
    publicKey: text().notNull(),
    sealedSecret: text().notNull(),
    /** Null for a key of an earlier version, until it signs. */
    jwk: jsonb().$type<PublicJwk>(),
    sealedJwk: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    retiredAt: timestamp({ withTimezone: true }),
    /** Possibly stolen: all its signatures are rejected. */
    struckAt: timestamp({ withTimezone: true }),
  },
  (key) => [
    uniqueIndex("issuer_keys_public").on(key.publicKey),
    uniqueIndex("issuer_keys_one_current")
      .on(sql`(${key.retiredAt} is null)`)
      .where(sql`${key.retiredAt} is null`),
    check("issuer_keys_struck", sql`${key.struckAt} is null or ${key.retiredAt} is not null`),
  ],
);

export const statusLists = pgTable("status_lists", {
  /** From 1; part of the URL. */
  number: integer().primaryKey(),
  taken: integer().notNull().default(0),
  revision: integer().notNull().default(0),
  /** Processes of the previous version store the signed list here, and sign it if this is null. */
  credential: json().$type<object>(),
  keyId: uuid().references(() => issuerKeys.id),
});

/** During an upgrade, each version replaces the other's signature: by this issuer, or a missing JWT. */
export interface SignedCredential {
  readonly issuer: "";
  readonly jwt?: string;
}

/** A chosen name before the certificate is issued; without a row, the account's name. */
export const certificateNames = pgTable(
  "certificate_names",
  {
    studentId: refersTo(users.id),
    classId: refersTo(classes.id),
    name: text().notNull(),
    isNamed: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.studentId, table.classId] })],
);

/** No foreign key to the enrollment, which ends with a refund. */
export const certificates = pgTable(
  "certificates",
  {
    id: uuid().primaryKey(),
    /** Unguessable, because it opens the page. */
    number: text().notNull(),
    studentId: refersTo(users.id),
    classId: refersTo(classes.id),
    name: text().notNull(),
    isNamed: boolean().notNull(),
    className: text().notNull(),
    instructorName: text().notNull(),
    /** Whose name that is, after renames and hand-overs. Null if an earlier version issued it. */
    instructorId: uuid(),
    effort: jsonb().$type<Effort>().notNull(),
    finishedAt: timestamp({ withTimezone: true }).notNull(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
    statusList: integer()
      .notNull()
      .references(() => statusLists.number),
    statusIndex: integer().notNull(),
    /** Incremented by each change that needs a new signature. */
    revision: integer().notNull().default(0),
    /** Null until it is signed. */
    credential: json().$type<SignedCredential>(),
    keyId: uuid().references(() => issuerKeys.id),
    /** When it is due, or the lease's end while a process signs it. Null: nothing to sign. */
    signAt: timestamp({ withTimezone: true }),
    revokedAt: timestamp({ withTimezone: true }),
    revokedWhy: text(),
  },
  (table) => [
    uniqueIndex("certificates_number").on(table.number),
    uniqueIndex("certificates_once").on(table.studentId, table.classId),
    uniqueIndex("certificates_by_place").on(table.statusList, table.statusIndex),
    index("certificates_by_key").on(table.keyId),
    index("certificates_by_instructor").on(table.instructorId).concurrently(),
    index("certificates_by_instructor_name")
      .on(table.instructorName)
      .where(sql`${table.instructorId} is null`)
      .concurrently(),
    index("certificates_to_sign")
      .on(table.signAt)
      .where(sql`${table.signAt} is not null`),
    index("certificates_by_words").using(
      "gin",
      sql`lower(${table.number} || ' ' || ${table.name} || ' ' || ${table.className}) gin_trgm_ops`,
    ),
    check("certificates_revoked", sql`(${table.revokedAt} is null) = (${table.revokedWhy} is null)`),
  ],
);
