import type { DashboardIconName } from "../../../../ui/dashboard-icon.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import type { LessonKind } from "../policy.ts";
import type { TreeLesson } from "./curriculum-query.ts";

export const kindIcons: Record<LessonKind, { readonly icon: DashboardIconName; readonly word: string }> = {
  video: { icon: "film", word: "Video" },
  text: { icon: "book", word: "Text" },
  exercise: { icon: "pencil", word: "Exercise" },
};

const stateLooks = {
  draft: { word: "Draft", icon: "clock" },
  published: { word: "Published", icon: "check" },
  changed: { word: "Unpublished changes", icon: "alert" },
  retired: { word: "Removed", icon: "close" },
} as const;

export function LessonStateBadge({ state }: { readonly state: TreeLesson["state"] }) {
  const { word, icon } = stateLooks[state];
  return (
    <span className={`lesson-badge is-${state}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}

export function LessonBadges({ lesson }: { readonly lesson: TreeLesson }) {
  return (
    <span className="cluster is-tight above-small fine lesson-badges">
      <LessonStateBadge state={lesson.state} />
      {lesson.isPreview && <span>Free preview</span>}
      {!lesson.isRequired && <span>Optional</span>}
      {lesson.kind === "video" && <VideoNote lesson={lesson} />}
      {lesson.lacksCaptions && <span>No captions yet</span>}
      {lesson.materials > 0 && <span>{lesson.materials === 1 ? "1 file" : `${lesson.materials} files`}</span>}
    </span>
  );
}

function VideoNote({ lesson: { videoState, seconds } }: { readonly lesson: TreeLesson }) {
  if (videoState === null) return <span>No video yet</span>;
  if (videoState === "refused") return <span className="is-wrong">Video can’t be used</span>;
  if (videoState === "uploaded") return <span>Video is being prepared</span>;
  return seconds !== null && <span>{lengthInWords(seconds)}</span>;
}

const lengthInWords = (seconds: number): string => {
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
};
