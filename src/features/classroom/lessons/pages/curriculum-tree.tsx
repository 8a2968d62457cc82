import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { moveLesson, moveSection, placeBeside, stepOf } from "./order.ts";
import { AddSection } from "./curriculum-add.tsx";
import { LessonBadges, kindIcons } from "./curriculum-badges.tsx";
import type { Drop } from "./curriculum-drag.ts";
import type { Curriculum, Section, TreeLesson } from "./curriculum-query.ts";
import { PublishSection, SectionHead } from "./curriculum-section.tsx";
import { AddLesson } from "./curriculum-add.tsx";
import "./curriculum-tree.css";

export type Move = (reorder: (sections: readonly Section[]) => readonly Section[], id: string) => void;

interface TreeProps {
  readonly curriculum: Curriculum;
  readonly chosen: string | null;
  readonly onMove: Move;
  /** In place of its icon. */
  readonly renderPicture: (lesson: TreeLesson, icon: ReactNode) => ReactNode;
}

export function CurriculumTree({ curriculum, chosen, onMove, renderPicture }: TreeProps) {
  const { classId, sections } = curriculum;
  const tree = useRef<HTMLOListElement>(null);
  useDragging(tree, onMove);
  /** A lesson moved into another section becomes a new element. */
  const move: Move = (reorder, id) => {
    onMove(reorder, id);
    requestAnimationFrame(() => document.getElementById(moveButtonOf(id))?.focus());
  };
  return (
    <section aria-label="Sections and lessons">
      <ol role="list" className="stack" ref={tree}>
        {sections.map((section) => (
          <li key={section._id} className="tree-section panel" data-section={section._id}>
            <SectionHead curriculum={curriculum} section={section}>
              <Menu
                id={moveButtonOf(section._id)}
                label={`Move section ${section.title}`}
                icon={<DashboardIcon name="move" />}
                groups={[{ actions: sectionMoves(sections, section._id, move) }]}
              />
            </SectionHead>
            <ol role="list">
              {section.lessons.map((lesson) => (
                <TreeItem
                  key={lesson._id}
                  lesson={lesson}
                  isChosen={lesson._id === chosen}
                  renderPicture={renderPicture}
                  groups={lessonMoves(sections, section._id, lesson._id, move)}
                />
              ))}
            </ol>
            <div className="tree-section-foot">
              <AddLesson classId={classId} section={section} />
              <PublishSection classId={classId} section={section} />
            </div>
          </li>
        ))}
      </ol>
      <AddSection classId={classId} isFirst={sections.length === 0} />
    </section>
  );
}

const moveButtonOf = (id: string): string => `move-${id}`;

interface TreeItemProps extends Pick<TreeProps, "renderPicture"> {
  readonly lesson: TreeLesson;
  readonly isChosen: boolean;
  readonly groups: Parameters<typeof Menu>[0]["groups"];
}

function TreeItem({ lesson, isChosen, groups, renderPicture }: TreeItemProps) {
  return (
    <li className="tree-lesson" data-lesson={lesson._id}>
      <Link
        className="pressable"
        to={`?lesson=${lesson._id}`}
        aria-current={isChosen ? "true" : undefined}
        draggable={false}
        preventScrollReset
      >
        {renderPicture(lesson, <DashboardIcon name={kindIcons[lesson.kind].icon} />)}
        <span>
          <span className="visually-hidden">{kindIcons[lesson.kind].word}: </span>
          {lesson.title}
          <LessonBadges lesson={lesson} />
        </span>
      </Link>
      <Menu
        id={moveButtonOf(lesson._id)}
        label={`Move ${lesson.title}`}
        icon={<DashboardIcon name="move" />}
        groups={groups}
      />
    </li>
  );
}

function lessonMoves(sections: readonly Section[], sectionId: string, id: string, move: Move) {
  const steps = ([-1, 1] as const).map((step) => ({
    label: step === -1 ? "Up" : "Down",
    isDisabled: stepOf(sections, id, step) === undefined,
    onChoose: () =>
      move((now) => {
        const place = stepOf(now, id, step);
        return place ? moveLesson<TreeLesson, Section>(now, id, place) : now;
      }, id),
  }));
  const others = sections
    .filter(({ _id }) => _id !== sectionId)
    .map(({ _id: section, title }) => ({
      label: title,
      onChoose: () =>
        move((now) => {
          const index = now.find(({ _id }) => _id === section)?.lessons.length ?? 0;
          return moveLesson<TreeLesson, Section>(now, id, { section, index });
        }, id),
    }));
  return [{ actions: steps }, { title: "To section", actions: others }];
}

function sectionMoves(sections: readonly Section[], id: string, move: Move) {
  const at = sections.findIndex(({ _id }) => _id === id);
  return ([-1, 1] as const).map((step) => ({
    label: step === -1 ? "Up" : "Down",
    isDisabled: sections[at + step] === undefined,
    onChoose: () => move((now) => moveSection(now, id, now.findIndex(({ _id }) => _id === id) + step), id),
  }));
}

/** Only devices with a mouse load the drag library. */
function useDragging(tree: React.RefObject<HTMLOListElement | null>, onMove: Move): void {
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    const element = tree.current;
    if (!element || !matchMedia("(any-pointer: fine)").matches) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    const load = async (): Promise<void> => {
      const { makeDraggable } = await import("./curriculum-drag.ts");
      if (!isGone) stop = makeDraggable(element, (drop) => apply(drop, latest.current));
    };
    void load();
    return () => {
      isGone = true;
      stop?.();
    };
  }, [tree]);
}

function apply({ moved, target, edge }: Drop, move: Move): void {
  move((now) => {
    if (moved.kind === "section") {
      const rest = now.filter(({ _id }) => _id !== moved.id);
      const index = rest.findIndex(({ _id }) => _id === target.id);
      return index === -1 ? now : moveSection(now, moved.id, edge === "before" ? index : index + 1);
    }
    if (target.kind === "section") {
      const place = { section: target.id, index: Number.MAX_SAFE_INTEGER };
      return moveLesson<TreeLesson, Section>(now, moved.id, place);
    }
    const place = placeBeside(now, moved.id, target.id, edge);
    return place ? moveLesson<TreeLesson, Section>(now, moved.id, place) : now;
  }, moved.id);
}
