import type { ReactNode } from "react";
import type { CallAnswer } from "../../http/contract.ts";
import { DrawnIcon } from "../../ui/icons.tsx";
import type { lessonsContract } from "./contract.ts";
import "./material-list.css";

type Material = CallAnswer<(typeof lessonsContract)["GET /class/{classId}/lesson/{id}"]>["materials"][number];

interface MaterialListProps {
  readonly classId: string;
  readonly lessonId: string;
  readonly materials: readonly Material[];
}

export function MaterialList({ classId, lessonId, materials }: MaterialListProps): ReactNode {
  if (materials.length === 0) return null;
  return (
    <section className="materials panel" aria-labelledby="materials">
      <h2 id="materials">Materials</h2>
      <ul>
        {materials.map(({ _id, fileName, type, bytes }) => (
          <li key={_id}>
            <a
              href={`/media/${classId}/${lessonId}/materials/${_id}/${encodeURIComponent(fileName)}`}
              download={fileName}
            >
              <DrawnIcon drawing="M12 3v12M6.5 10 12 15.5 17.5 10M4 20.5h16" />
              {fileName}
            </a>
            <span>
              {type}, {sizeOf(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1024 ** 2) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0)} MB`;
}
