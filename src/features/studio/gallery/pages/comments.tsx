import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Button } from "../../../../ui/button.tsx";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { FormError, TextArea } from "../../../../ui/field.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { toast } from "../../../../ui/toast.ts";
import { useForm } from "../../../../ui/use-form.ts";
import { api } from "../../../../access/session.ts";
import { maxCommentLength } from "../policy.ts";
import { Photo } from "../../../../ui/photo.tsx";
import { ContentTools } from "./content-tools.tsx";
import { type Comment, type DrawingPlace, commentsQuery, refetchGallery } from "./gallery-queries.ts";

interface CommentsProps {
  readonly email: string;
  readonly place: DrawingPlace;
}

export function Comments({ email, place }: CommentsProps): ReactNode {
  const titleId = useId();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    commentsQuery(email, place),
  );
  const comments = data?.pages.flatMap(({ rows }) => rows);
  return (
    <section className="gallery-comments" aria-labelledby={titleId}>
      <h2 id={titleId}>Comments</h2>
      {!comments && error && (
        <LoadFailure onRetry={() => void refetch()}>
          We couldn’t load the comments. {error.message}
        </LoadFailure>
      )}
      {!comments && !error && <Loading label="Loading the comments" shape="list" />}
      {comments?.length === 0 && <p>No comments yet. What do you like about it?</p>}
      <ol role="list" className="gallery-comments">
        {comments?.map((comment) => (
          <CommentItem key={comment._id} comment={comment} />
        ))}
      </ol>
      {hasNextPage && (
        <p className="next-page">
          <Button look="quiet" busy={isFetchingNextPage && "Loading …"} onClick={() => void fetchNextPage()}>
            More comments
          </Button>
        </p>
      )}
      <CommentForm place={place} />
    </section>
  );
}

function CommentItem({ comment }: { readonly comment: Comment }): ReactNode {
  const { _id, author, text, date, isOwn } = comment;
  const removing = useMutation({
    mutationFn: () => api("DELETE /comment/{id}", { params: { id: _id } }),
    onSuccess: () => toast("Your comment is gone"),
    onSettled: refetchGallery,
  });
  return (
    <li className="gallery-comment panel">
      <Photo src={author.image} name={author.name} />
      <div className="gallery-comment-words">
        <p className="gallery-comment-by">
          <strong>{isOwn ? "You" : author.name}</strong>
          {author.role !== "student" && <span>{author.role === "admin" ? "School" : "Instructor"}</span>}
          <Moment at={date} />
        </p>
        <p>{text}</p>
        {isOwn ? (
          <div className="gallery-tools">
            <Button
              look="quiet"
              size="small"
              busy={removing.isPending && "Removing …"}
              onClick={() => removing.mutate()}
            >
              Remove<span className="visually-hidden"> my comment</span>
            </Button>
            <FormError>{removing.error?.message}</FormError>
          </div>
        ) : (
          <ContentTools
            kind="comment"
            id={_id}
            author={author}
            mayBlock={author.role === "student"}
            onBlocked={() => void refetchGallery()}
          />
        )}
      </div>
    </li>
  );
}

function CommentForm({ place: { classId, id } }: Pick<CommentsProps, "place">): ReactNode {
  const { form, errors, isBusy, failure } = useForm(
    ["text"],
    ({ text }) => {
      const { length } = text.trim();
      if (length === 0) return { text: "Write something first" };
      return length > maxCommentLength
        ? { text: `A comment has at most ${maxCommentLength} characters; this one has ${length}` }
        : {};
    },
    async ({ text }, element) => {
      await api("POST /class/{classId}/gallery/{id}/comments", { params: { classId, id }, body: { text } });
      element.reset();
      await refetchGallery();
      toast("Your comment is there");
    },
  );
  return (
    <form {...form} className="form">
      <TextArea label="Your comment" name="text" rows={3} error={errors.text} />
      <div className="gallery-tools">
        <Button type="submit" busy={isBusy && "Sending …"}>
          Send comment
        </Button>
      </div>
      <FormError>{failure}</FormError>
    </form>
  );
}
