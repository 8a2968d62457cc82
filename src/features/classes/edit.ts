import { ApiError } from "../../http/client.ts";
import { api } from "../accounts/session.ts";
import {
  type ClassField,
  type ClassValues,
  type OwnClass,
  classFields,
  readClass,
  valuesOf,
} from "./class-values.ts";

/** An edit that met another one: what is saved by now, and what was typed over what. */
export interface Conflict {
  readonly base: OwnClass;
  readonly newest: OwnClass;
  readonly typed: ClassValues;
}

/** The class, if the caller may edit it: only then the server tells its version. */
export async function fetchOwnClass(id: string): Promise<OwnClass | undefined> {
  const {
    status,
    version,
    instructorTeaches = true,
    decided = null,
    sentAgainAs = null,
    previous = null,
    ...item
  } = await api("GET /class/{id}", { params: { id } });
  if (status === undefined || version === undefined) return undefined;
  return { ...item, status, version, instructorTeaches, decided, sentAgainAs, previous };
}

/**
 * Saves what was typed over the class as it was opened. Seats go as a difference, so that students may enroll meanwhile;
 * a decision or feedback of an admin's is no conflict either. Returns the conflict when another edit was saved first.
 * @param image the new picture's address, if there is one
 */
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

/** What another edit has changed. Seats that students took are no edit: what is left and what is taken is as much as before. */
export function changedMeanwhile({
  base,
  newest,
}: Pick<Conflict, "base" | "newest">): (ClassField | "image")[] {
  const [before, now] = [valuesOf(base), valuesOf(newest)];
  const changed: (ClassField | "image")[] = classFields.filter((name) =>
    name === "availableSeats" ? seatsInAll(base) !== seatsInAll(newest) : before[name] !== now[name],
  );
  return base.image === newest.image ? changed : [...changed, "image"];
}

const seatsInAll = ({ availableSeats, enrolledStudents }: OwnClass): number =>
  availableSeats + enrolledStudents;

/** What was typed, as it would stand over the newest: seats that were not touched are as many as are left now. */
export function typedOverNewest({ base, newest, typed }: Conflict): ClassValues {
  const added = Number(typed.availableSeats) - base.availableSeats;
  const before = valuesOf(base);
  const now = valuesOf(newest);
  const kept = classFields.map((name) => [name, typed[name] === before[name] ? now[name] : typed[name]]);
  return {
    ...(Object.fromEntries(kept) as ClassValues),
    availableSeats: String(Math.max(0, newest.availableSeats + added)),
  };
}
