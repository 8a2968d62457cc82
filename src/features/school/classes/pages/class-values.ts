import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { Row } from "../../../../access/api-query.ts";
import type { FieldErrors } from "../../../../ui/use-form.ts";
import { isStill } from "../../../../ui/typed-since.ts";
import { type Level, maxPrice, maxLength, maxTopics, minPrice, messages, maxSeats } from "../policy.ts";
import type { Topic } from "../state.ts";
import { ApiError } from "../../../../http/client.ts";
import type { CallAnswer } from "../../../../http/contract.ts";
import { api } from "../../../../access/session.ts";
import type { classesContract } from "../contract.ts";

export type OwnClass = Row<"GET /classes/instructor/{email}">;

export const classFields = [
  "className",
  "availableSeats",
  "price",
  "level",
  "topics",
  "description",
  "whatYouWillLearn",
  "tools",
] as const;
export type ClassField = (typeof classFields)[number];
export const formFields = ["image", ...classFields] as const;
export type FormField = (typeof formFields)[number];
export type ClassValues = Readonly<Record<ClassField, string>>;

export const emptyClass: ClassValues = {
  className: "",
  availableSeats: "",
  price: "",
  level: "beginner",
  topics: "",
  description: "",
  whatYouWillLearn: "",
  tools: "",
};

export const valuesOf = (
  item: Pick<
    OwnClass,
    | "className"
    | "availableSeats"
    | "price"
    | "level"
    | "topics"
    | "description"
    | "whatYouWillLearn"
    | "tools"
  >,
): ClassValues => ({
  className: item.className,
  availableSeats: String(item.availableSeats),
  price: Number.isInteger(item.price) ? String(item.price) : item.price.toFixed(2),
  level: item.level,
  topics: item.topics.toSorted().join(", "),
  description: item.description,
  whatYouWillLearn: item.whatYouWillLearn.join("\n"),
  tools: item.tools,
});

/** The same key for the same input: sent again after a lost answer, a form adds one class. */
export function useIdempotencyKey(): (input: unknown) => string {
  const sent = useRef({ text: "", key: "" });
  return (input) => {
    const text = JSON.stringify(input);
    if (text !== sent.current.text)
      sent.current = { text, key: crypto.getRandomValues(new Uint32Array(4)).join("-") };
    return sent.current.key;
  };
}

export const readClass = (values: ClassValues) => ({
  className: values.className.trim(),
  availableSeats: numberOf(values.availableSeats),
  price: numberOf(values.price),
  level: values.level as Level,
  topics: topicsOf(values.topics),
  description: values.description.trim(),
  whatYouWillLearn: linesOf(values.whatYouWillLearn),
  tools: values.tools.trim(),
});

export const differs = (form: HTMLFormElement | null, initial: ClassValues): boolean =>
  !isStill(form, initial);

const numberOf = (input: string): number => Number(input.trim().replace(/^\$/, ""));
const topicsOf = (input: string) => input.split(", ").filter(Boolean) as Topic[];
const linesOf = (input: string): string[] =>
  input
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The specification defines a separate alert for it. */
export const isNegative = ({ price, availableSeats }: ClassValues): boolean =>
  numberOf(price) < 0 || numberOf(availableSeats) < 0;

export function checkClass(values: ClassValues): FieldErrors<ClassField> {
  const name = values.className.trim();
  const outcomes = linesOf(values.whatYouWillLearn);
  return firstErrors({
    className: [
      [name === "", messages.noName],
      [name.length > maxLength.className, messages.longName],
    ],
    availableSeats: [
      [values.availableSeats.trim() === "", "Available seats are required"],
      [!isBetween(values.availableSeats, /^\d+$/, 0, maxSeats), messages.seats],
    ],
    price: [
      [values.price.trim() === "", "Price is required"],
      [!isAmount(values.price), "Enter the price in dollars, like 49 or 49.50"],
      [!isBetween(values.price, /./, minPrice, maxPrice), messages.price],
    ],
    topics: [[topicsOf(values.topics).length > maxTopics, messages.manyTopics]],
    description: [[values.description.trim().length > maxLength.description, messages.longDescription]],
    whatYouWillLearn: [
      [outcomes.length > maxLength.outcomes, messages.manyOutcomes],
      [outcomes.some((line) => line.length > maxLength.outcome), messages.longOutcome],
    ],
    tools: [[values.tools.trim().length > maxLength.tools, messages.longTools]],
  });
}

/** Skips negative numbers, which the alert reports. */
export function checkChanges(values: ClassValues): FieldErrors<ClassField> {
  const errors = checkClass(values);
  for (const name of ["price", "availableSeats"] as const) {
    if (numberOf(values[name]) < 0) delete errors[name];
  }
  return errors;
}

const isAmount = (input: string): boolean => /^\$?-?\d+(\.\d{1,2})?$/.test(input.trim());
const isBetween = (input: string, form: RegExp, min: number, max: number): boolean =>
  form.test(input.trim()) && numberOf(input) >= min && numberOf(input) <= max;

type Rule = readonly [isBroken: boolean, message: string];

function firstErrors(rules: Partial<Record<ClassField, readonly Rule[]>>): FieldErrors<ClassField> {
  const errors: FieldErrors<ClassField> = {};
  for (const name of classFields) {
    const broken = rules[name]?.find(([isBroken]) => isBroken);
    if (broken) errors[name] = broken[1];
  }
  return errors;
}

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

/** Null if the caller may not edit the class. Each purpose has a copy, which a visit loads and editing keeps. */
export const useOwnClass = (id: string, purpose: "to send again" | "to update") =>
  useQuery({
    queryKey: ["class", purpose, id],
    queryFn: async () => (await fetchOwnClass(id)) ?? null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

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
      if (isSaved({ base, newest, typed, image })) return undefined;
      if (changedMeanwhile({ base, newest }).length > 0) return { base, newest, typed };
      ({ version } = newest);
    }
  }
}

/** The save arrived, and its answer was lost. */
function isSaved({ base, newest, typed, image }: Conflict & { readonly image: string | undefined }): boolean {
  const added = Number(typed.availableSeats) - base.availableSeats;
  const textOf = (values: ClassValues) => JSON.stringify({ ...readClass(values), availableSeats: 0 });
  return (
    newest.edited?.by === "you" &&
    totalSeats(newest) === totalSeats(base) + added &&
    newest.image === (image ?? base.image) &&
    textOf(valuesOf(newest)) === textOf(typed)
  );
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

const totalSeats = ({ availableSeats, enrolledStudents }: OwnClass) => availableSeats + enrolledStudents;

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
