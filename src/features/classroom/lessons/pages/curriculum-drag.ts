import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";

interface Dragged {
  readonly kind: "lesson" | "section";
  readonly id: string;
}
export interface Drop {
  readonly moved: Dragged;
  readonly target: Dragged;
  readonly edge: "before" | "after";
}

function draggedOf({ dataset }: HTMLElement): Dragged {
  const { lesson, section } = dataset;
  return lesson === undefined ? { kind: "section", id: section ?? "" } : { kind: "lesson", id: lesson };
}

/** Also handles items added later. Returns a function that stops it. */
export function makeDraggable(tree: HTMLElement, onDrop: (drop: Drop) => void): () => void {
  const attached = new Map<HTMLElement, () => void>();
  const attach = (): void => {
    const items = new Set(tree.querySelectorAll<HTMLElement>("[data-lesson], [data-section]"));
    for (const [item, stop] of attached) {
      if (items.has(item)) continue;
      stop();
      attached.delete(item);
    }
    for (const item of items) if (!attached.has(item)) attached.set(item, makeItemDraggable(item));
  };
  attach();
  const observer = new MutationObserver(attach);
  observer.observe(tree, { childList: true, subtree: true });
  const stopMonitor = monitorForElements({
    onDrop: ({ source, location }) => {
      const [over] = location.current.dropTargets;
      if (!(over?.element instanceof HTMLElement) || !tree.contains(source.element)) return;
      const moved = draggedOf(source.element);
      const target = draggedOf(over.element);
      const edge = extractClosestEdge(over.data) === "bottom" ? "after" : "before";
      if (moved.id !== target.id) onDrop({ moved, target, edge });
    },
  });
  return () => {
    observer.disconnect();
    stopMonitor();
    for (const stop of attached.values()) stop();
  };
}

function makeItemDraggable(item: HTMLElement): () => void {
  const { kind, id } = draggedOf(item);
  const show = (edge: string | null): void => {
    if (edge === null) delete item.dataset["dropEdge"];
    else item.dataset["dropEdge"] = edge;
  };
  return combine(
    draggable({
      element: item,
      dragHandle: item.querySelector<HTMLElement>(kind === "section" ? ".tree-section-title" : "a") ?? item,
      onDragStart: () => {
        item.dataset["dragging"] = "true";
      },
      onDrop: () => delete item.dataset["dragging"],
    }),
    dropTargetForElements({
      element: item,
      // Lessons are dropped beside a lesson or into a section; sections beside a section.
      canDrop: ({ source }) => kind === "section" || draggedOf(source.element).kind === "lesson",
      getData: ({ element, input, source }) => {
        const isInto = kind === "section" && draggedOf(source.element).kind === "lesson";
        return isInto
          ? { id }
          : attachClosestEdge({ id }, { element, input, allowedEdges: ["top", "bottom"] });
      },
      onDrag: ({ self, location, source }) => {
        const isInnermost = location.current.dropTargets[0]?.element === item;
        show(isInnermost && source.element !== item ? (extractClosestEdge(self.data) ?? "into") : null);
      },
      onDragLeave: () => show(null),
      onDrop: () => show(null),
    }),
  );
}
