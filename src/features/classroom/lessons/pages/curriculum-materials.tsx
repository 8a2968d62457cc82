import { type ReactNode, useState } from "react";
import { IconButton } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { materialExtensions } from "../material-types.ts";
import { maxMaterials } from "../policy.ts";
import { sizeOf } from "../../uploads/pages/upload-words.ts";
import { UploadField } from "../../uploads/pages/upload-field.tsx";
import { useUploads } from "../../uploads/pages/use-uploads.ts";
import { type EditedLesson, refetchCurriculum } from "./curriculum-query.ts";

interface MaterialsProps {
  readonly classId: string;
  readonly lesson: EditedLesson;
}

export function Materials({ classId, lesson }: MaterialsProps): ReactNode {
  const uploads = useUploads(
    { purpose: "material", classId, lessonId: lesson._id },
    () => void refetchCurriculum(),
  );
  const [asked, setAsked] = useState<EditedLesson["materials"][number]>();
  const [problem, setProblem] = useState<string>();
  const remove = async (id: string): Promise<void> => {
    setAsked(undefined);
    setProblem(undefined);
    try {
      await api("DELETE /curriculum/{classId}/material/{id}", { params: { classId, id } });
    } catch (error) {
      setProblem(failureText(error));
    }
    await refetchCurriculum();
  };
  return (
    <section className="lesson-part" aria-labelledby="materials">
      <h2 id="materials">Materials</h2>
      {lesson.materials.length > 0 && (
        <ul role="list" className="materials">
          {lesson.materials.map((material) => (
            <li key={material._id}>
              <span>
                <strong>{material.fileName}</strong>
                <span className="field-hint">
                  {material.type}, {sizeOf(material.bytes)}
                </span>
              </span>
              <IconButton label={`Delete ${material.fileName}`} onClick={() => setAsked(material)}>
                <DashboardIcon name="trash" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <FormError>{problem}</FormError>
      {lesson.materials.length < maxMaterials || uploads.running.length > 0 ? (
        <UploadField
          name="material"
          label="Add files"
          hint={`PDF, PSD, brushes, ZIP and pictures, up to 200 MB each and ${maxMaterials} in a lesson. ${whenSeen(lesson)}`}
          accept={materialExtensions.map((extension) => `.${extension}`).join(",")}
          uploads={uploads}
          isMultiple
        />
      ) : (
        <p className="field-hint">You’ve used all {maxMaterials}. Delete one to add another.</p>
      )}
      {asked && (
        <ConfirmDialog
          confirmLabel="Yes, Delete it!"
          onConfirm={() => void remove(asked._id)}
          onCancel={() => setAsked(undefined)}
        >
          Students won’t be able to download {asked.fileName} anymore, starting right away.
        </ConfirmDialog>
      )}
    </section>
  );
}

const whenSeen = ({ state }: EditedLesson): string =>
  state === "draft"
    ? "Students will see them once the lesson is published."
    : "Students will see them right away.";
