import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";

export interface DrawingPlace {
  readonly classId: string;
  readonly id: string;
}

interface ShowToClassProps {
  /** `id` is the submission's. */
  readonly place: DrawingPlace;
  readonly isShown: boolean;
  readonly isHidden: boolean;
  readonly onChanged: (isShown: boolean) => void;
}

export function ShowToClass({ place, isShown, isHidden, onChanged }: ShowToClassProps) {
  const changing = useMutation({
    mutationFn: async () => {
      const key = isShown ? "DELETE /class/{classId}/gallery/{id}" : "POST /class/{classId}/gallery/{id}";
      return api(key, { params: { classId: place.classId, id: place.id } });
    },
    onSuccess: (answer) => {
      toast(
        answer.isShown
          ? "Your class can see it now"
          : "Now only you, your instructor and our admins can see it",
      );
      onChanged(answer.isShown);
    },
    onSettled: () => refetchCalls("GET /class/{classId}/gallery"),
  });
  if (isHidden) {
    return (
      <p className="warning">
        Only you, your instructor and our admins can see this drawing. It’s under review, or we’ve removed it
        from the gallery.
      </p>
    );
  }
  return (
    <div className="cluster">
      <Button
        look="quiet"
        size="small"
        busy={changing.isPending && "Saving…"}
        onClick={() => changing.mutate()}
      >
        {isShown ? "Remove from gallery" : "Share with my class"}
      </Button>
      <p className="words">
        {isShown
          ? "Your class can see this drawing and comment on it."
          : "Only you, your instructor and our admins can see it."}{" "}
        <Link to={`/dashboard/gallery/${place.classId}`}>See the class gallery</Link>
      </p>
      <FormError>{changing.error?.message}</FormError>
    </div>
  );
}

interface ShowToEveryoneProps {
  readonly place: DrawingPlace;
  readonly instructorName: string;
  readonly isPublic: boolean;
  readonly onChanged: (isPublic: boolean) => void;
}

/** A consent: the drawing appears, before and after, on the public page of the class. */
export function ShowToEveryone({
  place: { classId, id },
  instructorName,
  isPublic,
  onChanged,
}: ShowToEveryoneProps) {
  const changing = useMutation({
    mutationFn: async () => {
      const path = "/class/{classId}/gallery/{id}/public";
      return api(isPublic ? `DELETE ${path}` : `POST ${path}`, { params: { classId, id } });
    },
    onSuccess: (answer) => onChanged(answer.isPublic),
  });
  return (
    <div className="cluster">
      <Button
        look="quiet"
        size="small"
        busy={changing.isPending && "Saving…"}
        onClick={() => changing.mutate()}
      >
        {isPublic ? "Remove from the class page" : "Show before and after to everyone"}
      </Button>
      <p className="words" role="status">
        {isPublic
          ? "Anyone can see your first and your accepted drawing, with the notes on the first one, but not your name."
          : `On the public class page: your first drawing with ${instructorName}’s notes, and your accepted one, without your name. You can remove them at any time.`}{" "}
        <Link to={`/classes/${classId}`}>See the class page</Link>
      </p>
      <FormError>{changing.error?.message}</FormError>
    </div>
  );
}
