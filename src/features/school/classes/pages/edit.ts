import { ApiError } from "../../../../http/client.ts";
import type { CallAnswer } from "../../../../http/contract.ts";
import { api } from "../../../../access/session.ts";
import {
  type ClassField,
  type ClassValues,
  type OwnClass,
  classFields,
  readClass,
  valuesOf,
} from "./class-values.ts";
import type { classesContract } from "../contract.ts";

export interface EditedClass extends OwnClass {
  readonly edited: CallAnswer<(typeof classesContract)["GET /class/{id}"]>["edited"];
}

export interface Conflict {
  readonly base: OwnClass;
  readonly newest: EditedClass;
  readonly typed: ClassValues;
}

/** Undefined if the caller may not edit the class: the server then omits the version. */
export async function fetchOwnClass(id: string): Promise<EditedClass | undefined> {
  const {
    status,
    version,
    instructorTeaches = true,
    decided = null,
    sentAgainAs = null,
    previous = null,
    edited,
    ...item
  } = await api("GET /class/{id}", { params: { id } });
  if (status === undefined || version === undefined) return undefined;
  return { ...item, status, version, instructorTeaches, decided, sentAgainAs, previous, edited };
}

/** Sends seats as a difference, since students may enroll. Returns the conflict with another save. */
export async function saveEdit(
  base: OwnClass,
  typed: ClassValues,
  image: string | undefined,
): Promise<Conflict | undefined> {
  for (let { version } = base; ;) {
    try {
      await api("PATCH /class/{id}", {
        params: { id: base._id },
        body: { ...readClass(typed), image, seatsSeen: base.availableSeats, version },
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "class-changed-meanwhile")) throw error;
      const newest = await fetchOwnClass(base._id);
      if (!newest) throw error;
      if (changedMeanwhile({ base, newest }).length > 0) return { base, newest, typed };
      ({ version } = newest);
    }
  }
}

/** Taken seats are not an edit: seats left plus students stays the same. */
export function changedMeanwhile({
  base,
  newest,
}: Record<"base" | "newest", OwnClass>): (ClassField | "image")[] {
  const [before, now] = [valuesOf(base), valuesOf(newest)];
  const changed: (ClassField | "image")[] = classFields.filter((name) =>
    name === "availableSeats" ? totalSeats(base) !== totalSeats(newest) : before[name] !== now[name],
  );
  return base.image === newest.image ? changed : [...changed, "image"];
}

const totalSeats = ({ availableSeats, enrolledStudents }: OwnClass): number =>
  availableSeats + enrolledStudents;

export function mergeOntoNewest({
  base,
  newest,
  typed,
}: Record<"base" | "newest", OwnClass> & { readonly typed: ClassValues }): ClassValues {
  const added = Number(typed.availableSeats) - base.availableSeats;
  const before = valuesOf(base);
  const now = valuesOf(newest);
  const merged = classFields.map((name) => [name, typed[name] === before[name] ? now[name] : typed[name]]);
  return {
    ...(Object.fromEntries(merged) as ClassValues),
    availableSeats: String(Math.max(0, newest.availableSeats + added)),
  };
}
