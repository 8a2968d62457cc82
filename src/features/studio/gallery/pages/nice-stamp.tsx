import { useMutation } from "@tanstack/react-query";
import { refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { FormError } from "../../../../ui/field.tsx";
import type { Drawing } from "./gallery-page.tsx";

interface NiceStampProps {
  readonly classId: string;
  readonly drawing: Drawing;
}

export function NiceStamp({ classId, drawing }: NiceStampProps) {
  const { _id: id, isOwn, isNice, lessonTitle, student, nices } = drawing;
  const changing = useMutation({
    // Sequential, however fast it is pressed.
    scope: { id: `nice ${id}` },
    mutationFn: async (next: boolean) => {
      const path = "/class/{classId}/gallery/{id}/nice";
      await api(next ? `POST ${path}` : `DELETE ${path}`, { params: { classId, id } });
      await refetchCalls("GET /class/{classId}/gallery");
    },
  });
  // Shows the press at once; the response corrects it.
  const isPressed = changing.isPending ? changing.variables : isNice;
  const count = nices + Number(isPressed) - Number(isNice);
  if (isOwn && count === 0) return null;
  return (
    <div className="cluster is-level is-tight">
      {isOwn ? (
        <span className="nice-stamp" data-inked>
          Nice!
        </span>
      ) : (
        <button
          type="button"
          className="nice-stamp"
          aria-pressed={isPressed}
          data-inked={isPressed || undefined}
          onClick={() => changing.mutate(!isPressed)}
        >
          Nice!<span className="visually-hidden">{` to ${lessonTitle} by ${student.name}`}</span>
        </button>
      )}
      {count > 0 && (
        <span className="bold">
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{inWords(count, isPressed)}</span>
        </span>
      )}
      <FormError>{changing.error?.message}</FormError>
    </div>
  );
}

function inWords(count: number, isMine: boolean): string {
  if (!isMine) return count === 1 ? "1 person said it’s nice" : `${count} people said it’s nice`;
  if (count === 1) return "You said it’s nice";
  return count === 2 ? "You and 1 other person said it’s nice" : `You and ${count - 1} others said it’s nice`;
}
