import type { Answer } from "../../../../access/api-query.ts";
import { useState } from "react";
import { failureText } from "../../../../ui/connection.ts";
import { FormError } from "../../../../ui/field.tsx";
import { DrawnIcon } from "../../../../ui/icons.tsx";
import { sizeOf } from "../../uploads/pages/upload-words.ts";
import "./material-list.css";

type Material = Answer<"GET /class/{classId}/lesson/{id}">["materials"][number];

interface MaterialListProps {
  readonly classId: string;
  readonly lessonId: string;
  readonly materials: readonly Material[];
  /** Runs before a download: a browser would save a refusal under the file's name. */
  readonly prepare?: () => Promise<unknown>;
}

export function MaterialList({ classId, lessonId, materials, prepare }: MaterialListProps) {
  const [problem, setProblem] = useState<string>();
  if (materials.length === 0) return null;
  const download = async ({ href, download: fileName }: HTMLAnchorElement): Promise<void> => {
    setProblem(undefined);
    try {
      await prepare?.();
      Object.assign(document.createElement("a"), { href, download: fileName }).click();
    } catch (error) {
      setProblem(`The file wasn’t downloaded. ${failureText(error)}`);
    }
  };
  return (
    <section className="materials panel" aria-labelledby="materials">
      <h2 id="materials">Materials</h2>
      <ul role="list">
        {materials.map(({ _id, fileName, type, bytes }) => (
          <li key={_id}>
            <a
              href={`/media/${classId}/${lessonId}/materials/${_id}/${encodeURIComponent(fileName)}`}
              download={fileName}
              onClick={(event) => {
                if (!prepare) return;
                event.preventDefault();
                void download(event.currentTarget);
              }}
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
      <FormError>{problem}</FormError>
    </section>
  );
}
