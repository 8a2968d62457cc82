interface Identified {
  readonly _id: string;
}
interface OrderedSection<Lesson extends Identified> extends Identified {
  readonly lessons: readonly Lesson[];
}

/** `index` does not count the moved item. */
export interface Place {
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

/** The place of a dropped lesson: before or after another. */
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
