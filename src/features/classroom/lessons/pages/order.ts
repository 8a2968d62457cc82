import { ApiError } from "../../../../http/client.ts";
import { failureText } from "../../../../ui/connection.ts";
import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";

interface Identified {
  readonly _id: string;
}
interface OrderedSection<Lesson extends Identified> extends Identified {
  readonly lessons: readonly Lesson[];
}

/** `index` does not count the moved item. */
interface Place {
  readonly section: string;
  readonly index: number;
}

/** Returns the order unchanged if it lacks the lesson or the section. */
export function moveLesson<Lesson extends Identified, Section extends OrderedSection<Lesson>>(
  sections: readonly Section[],
  id: string,
  to: Place,
): readonly Section[] {
  const lesson = sections.flatMap(({ lessons }) => lessons).find(({ _id }) => _id === id);
  if (!lesson || !sections.some(({ _id }) => _id === to.section)) return sections;
  return sections.map((section) => {
    const others = section.lessons.filter(({ _id }) => _id !== id);
    return {
      ...section,
      lessons: section._id === to.section ? others.toSpliced(Math.max(0, to.index), 0, lesson) : others,
    };
  });
}

export function moveSection<Section extends Identified>(
  sections: readonly Section[],
  id: string,
  index: number,
): readonly Section[] {
  const section = sections.find(({ _id }) => _id === id);
  if (!section) return sections;
  return sections.filter(({ _id }) => _id !== id).toSpliced(Math.max(0, index), 0, section);
}

/** One step; from the edge of a section into the next. Undefined at the end of the class. */
export function stepOf(
  sections: readonly OrderedSection<Identified>[],
  id: string,
  step: -1 | 1,
): Place | undefined {
  const at = sections.findIndex(({ lessons }) => lessons.some(({ _id }) => _id === id));
  const section = sections[at];
  if (!section) return undefined;
  const index = section.lessons.findIndex(({ _id }) => _id === id) + step;
  if (index >= 0 && index < section.lessons.length) return { section: section._id, index };
  const next = sections[at + step];
  return next && { section: next._id, index: step === 1 ? 0 : next.lessons.length };
}

export function placeBeside(
  sections: readonly OrderedSection<Identified>[],
  moved: string,
  beside: string,
  edge: "before" | "after",
): Place | undefined {
  const section = sections.find(({ lessons }) => lessons.some(({ _id }) => _id === beside));
  if (!section) return undefined;
  const index = section.lessons.filter(({ _id }) => _id !== moved).findIndex(({ _id }) => _id === beside);
  if (index === -1) return undefined;
  return { section: section._id, index: edge === "before" ? index : index + 1 };
}

export function placeInWords(
  sections: readonly (OrderedSection<Identified & { readonly title: string }> & { readonly title: string })[],
  id: string,
): string {
  const sectionIndex = sections.findIndex(({ _id }) => _id === id);
  const moved = sections[sectionIndex];
  if (moved) return `${moved.title} is now section ${sectionIndex + 1} of ${sections.length}.`;
  for (const { title, lessons } of sections) {
    const index = lessons.findIndex(({ _id }) => _id === id);
    const lesson = lessons[index];
    if (lesson) return `${lesson.title} is now lesson ${index + 1} of ${lessons.length} in ${title}.`;
  }
  return "";
}

type Order = readonly { readonly _id: string; readonly lessons: readonly { readonly _id: string }[] }[];

interface OrderState {
  readonly isSaving: boolean;
  readonly problem: string | undefined;
}

interface Dependencies {
  readonly send: (orderVersion: number, order: Order) => Promise<number>;
  readonly reload: () => void;
}

interface OrderSaver extends ReadonlyStore<OrderState> {
  /** Shows the order at once. While one is being saved, only the newest other one is queued. */
  readonly save: (orderVersion: number, order: Order) => void;
  readonly settled: () => Promise<void>;
}

/** Saves orders sequentially, so that quick moves never conflict. */
export function createOrderSaver({ send, reload }: Dependencies): OrderSaver {
  const { state, set, subscribe } = createStore<OrderState>({ isSaving: false, problem: undefined });
  let next: Order | undefined;
  let running = Promise.resolve();

  const run = async (first: number): Promise<void> => {
    let version = first;
    let problem: string | undefined;
    while (next) {
      const order = next;
      next = undefined;
      try {
        version = await send(version, order);
      } catch (error) {
        problem = problemOf(error);
        next = undefined;
      }
    }
    set({ isSaving: false, problem });
    if (problem) reload();
  };

  return {
    state,
    subscribe,
    save: (orderVersion, order) => {
      next = order;
      if (state().isSaving) return;
      set({ isSaving: true, problem: undefined });
      running = run(orderVersion);
    },
    settled: () => running,
  };
}

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.code.startsWith("order-")
    ? error.message
    : `The new order wasn’t saved. ${failureText(error)}`;
