import { type ReactNode, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { FormError } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { lessonCount } from "../lesson-words.ts";
import { type Section, refetchCurriculum } from "./curriculum-query.ts";

interface PublishSectionProps {
  readonly classId: string;
  readonly section: Section;
}

/** Publishes what a section has in drafts, lesson by lesson: what the server refuses stays a draft, and is named. */
export function PublishSection({ classId, section }: PublishSectionProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{
    readonly published: number;
    readonly refused: readonly string[];
  }>();
  const waiting = section.lessons.filter(({ state }) => state === "draft" || state === "changed");
  const publish = async (): Promise<void> => {
    setBusy(true);
    const refused: string[] = [];
    for (const { _id: id, title } of waiting) {
      try {
        await api("POST /curriculum/{classId}/lesson/{id}/publish", { params: { classId, id }, body: {} });
      } catch (error) {
        refused.push(`“${title}”: ${failureText(error)}`);
      }
    }
    await refetchCurriculum();
    setOutcome({ published: waiting.length - refused.length, refused });
    setBusy(false);
  };
  return (
    <>
      {(waiting.length > 1 || isBusy) && (
        <Button look="quiet" size="small" busy={isBusy && "Publishing …"} onClick={() => void publish()}>
          Publish {lessonCount(waiting.length)}
          <span className="visually-hidden"> of {section.title}</span>
        </Button>
      )}
      <span className="tree-outcome">
        <span role="status">
          {outcome && outcome.published > 0 && `${lessonCount(outcome.published)} published.`}
        </span>
        <FormError>{outcome?.refused.join(" ")}</FormError>
      </span>
    </>
  );
}
