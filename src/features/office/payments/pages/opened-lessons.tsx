import type { ReactNode } from "react";
import { exactTime } from "../../../classroom/lessons/lesson-words.ts";
import type { LessonShare, Standing } from "../refund-standing.ts";
import { type Column, Table } from "../../../../ui/table.tsx";

interface Row {
  readonly _id: string;
  readonly title: ReactNode;
  readonly opened: number;
  readonly weight: number;
}

const columns: readonly Column<Row>[] = [
  { title: "Lesson", cell: ({ title }) => title },
  { title: "Opened", kind: "number", cell: ({ opened }) => exactTime(opened) },
  { title: "Length", kind: "number", cell: ({ weight }) => exactTime(weight) },
];

export function OpenedLessons({ standing }: { readonly standing: Standing }): ReactNode {
  const { lessons, opened, total } = standing;
  const goneSince = total - lessons.reduce((sum, { weight }) => sum + weight, 0);
  const rows: readonly Row[] = [
    ...lessons.map((lesson) => ({ ...lesson, title: <LessonTitle lesson={lesson} /> })),
    ...(goneSince > 0
      ? [{ _id: "gone", title: "No longer in the class, but still counted", opened: 0, weight: goneSince }]
      : []),
    { _id: "all", title: <strong>All</strong>, opened, weight: total },
  ];
  return (
    <details className="opened-lessons">
      <summary>Show each lesson</summary>
      <Table caption="How much of each lesson you’ve opened" columns={columns} rows={rows} />
      <p>
        For a video, we count the seconds your player loaded. What it had loaded ahead when you stopped or
        jumped doesn’t count: up to a minute each time, and no more in total than you watched of the video. A
        text counts once you’ve opened it, at 200 words a minute. Each file you’ve downloaded counts as one
        minute. Free previews don’t count, and we round your share down.
      </p>
    </details>
  );
}

function LessonTitle({
  lesson: { title, isRetired, materials },
}: {
  readonly lesson: LessonShare;
}): ReactNode {
  return (
    <>
      {title}
      {isRetired && <span className="opened-note">No longer in the class</span>}
      {materials.count > 0 && <span className="opened-note">{filesInWords(materials)}</span>}
    </>
  );
}

function filesInWords({ count, opened }: LessonShare["materials"]): string {
  if (count === 1) return `With a file, ${opened === 1 ? "opened" : "not opened"}`;
  return `With ${count} files, ${opened} opened`;
}
