import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import type { DrawingPlace } from "./show-to-class.tsx";

import "./show-to-class.css";

interface ShowToEveryoneProps {
  /** `id` is the submission's. */
  readonly place: DrawingPlace;
  readonly instructorName: string;
  readonly isPublic: boolean;
  readonly onChanged: (isPublic: boolean) => void;
}

/** A student's consent to show their own drawing, before and after, on the public page of the class. */
export function ShowToEveryone({
  place: { classId, id },
  instructorName,
  isPublic,
  onChanged,
}: ShowToEveryoneProps): ReactNode {
  const changing = useMutation({
    mutationFn: async () => {
      const path = "/class/{classId}/gallery/{id}/public";
      return api(isPublic ? `DELETE ${path}` : `POST ${path}`, { params: { classId, id } });
    },
    onSuccess: (answer) => onChanged(answer.isPublic),
  });
  return (
    <div className="gallery-tools">
      <Button
        look="quiet"
        size="small"
        aria-pressed={isPublic}
        busy={changing.isPending && "Saving …"}
        onClick={() => changing.mutate()}
      >
        {isPublic ? "Remove from the class page" : "Show before and after to everyone"}
      </Button>
      <p className="gallery-note" role="status">
        {isPublic
          ? "Anyone can see your first and your accepted drawing, with the notes on the first one, but not your name."
          : `On the page that sells the class: your first drawing with ${instructorName}’s notes, and your accepted one, without your name. You can remove them at any time.`}{" "}
        <Link to={`/classes/${classId}`}>See the class page</Link>
      </p>
      <FormError>{changing.error?.message}</FormError>
    </div>
  );
}
