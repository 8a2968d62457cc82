import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { Button } from "../../../../ui/button.tsx";
import LeaveDialog from "../../../../ui/leave-dialog.tsx";
import { FormError, TextArea } from "../../../../ui/field.tsx";
import { NextPage } from "../../../../ui/next-page.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { isStill } from "../../../../ui/typed-since.ts";
import { useForm } from "../../../../ui/use-form.ts";
import { type Row, apiListQuery, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { maxCommentLength } from "../policy.ts";
import { Photo } from "../../../../ui/photo.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { ContentTools } from "./content-tools.tsx";
import type { DrawingPlace } from "./show-drawing.tsx";

type Comment = Row<"GET /class/{classId}/gallery/{id}/comments">;

interface CommentsProps {
  readonly place: DrawingPlace;
}

export default function Comments({ place }: CommentsProps) {
  const titleId = useId();
  const query = useInfiniteQuery({
    ...apiListQuery("GET /class/{classId}/gallery/{id}/comments", (cursor) => ({
      params: { ...place },
      query: { limit: 50, cursor },
    })),
    refetchInterval: 30_000,
  });
  const { data, error, refetch } = query;
  const comments = data?.pages.flatMap(({ rows }) => rows);
  return (
    <section className="stack is-close" aria-labelledby={titleId}>
      <h2 id={titleId} className="section-title">
        Comments
      </h2>
      {!comments && <QueryStatus query={{ error, refetch }} what="the comments" shape="list" />}
      {comments?.length === 0 && <p>No comments yet. What do you like about it?</p>}
      <ol role="list" className="stack is-close">
        {comments?.map((comment) => (
          <CommentItem key={comment._id} comment={comment} />
        ))}
      </ol>
      <NextPage query={query}>More comments</NextPage>
      <CommentForm place={place} />
    </section>
  );
}

function CommentItem({ comment }: { readonly comment: Comment }) {
  const { _id, author, text, date, isOwn } = comment;
  const removing = useMutation({
    mutationFn: () => api("DELETE /comment/{id}", { params: { id: _id } }),
    onSuccess: () => toast("Comment removed"),
    onSettled: () => refetchCalls("GET /class/{classId}/gallery"),
  });
  return (
    <li className="gallery-comment panel">
      <Photo src={author.image} name={author.name} />
      <div className="stack is-dense gallery-comment-words">
        <p className="cluster is-baseline is-tight gallery-comment-by">
          <strong>{isOwn ? "You" : author.name}</strong>
          {author.role !== "student" && <span>{author.role === "admin" ? "School" : "Instructor"}</span>}
          <Moment at={date} />
        </p>
        <p dir="auto">{text}</p>
        {isOwn && (
          <div className="cluster">
            <Button
              look="quiet"
              size="small"
              busy={removing.isPending && "Removing…"}
              onClick={() => removing.mutate()}
            >
              Remove<span className="visually-hidden"> my comment</span>
            </Button>
            <FormError>{removing.error?.message}</FormError>
          </div>
        )}
      </div>
      {!isOwn && (
        <div className="gallery-comment-tools">
          <ContentTools
            kind="comment"
            id={_id}
            author={author}
            mayBlock={author.role === "student"}
            onBlocked={() => void refetchCalls("GET /class/{classId}/gallery")}
          />
        </div>
      )}
    </li>
  );
}

function CommentForm({ place: { classId, id } }: CommentsProps) {
  const { form, element, errors, isBusy, failure } = useForm(
    ["text"],
    ({ text }) => {
      const { length } = text.trim();
      if (length === 0) return { text: "Write something first" };
      return length > maxCommentLength
        ? { text: `A comment has at most ${maxCommentLength} characters; this one has ${length}` }
        : {};
    },
    async ({ text }, sent) => {
      const refetch = () => refetchCalls("GET /class/{classId}/gallery");
      try {
        await api("POST /class/{classId}/gallery/{id}/comments", { params: { classId, id }, body: { text } });
      } catch (error) {
        // The comment may be there, and only the answer was lost.
        void refetch();
        throw error;
      }
      if (isStill(sent, { text })) sent.reset();
      await refetch();
      toast("Comment posted");
    },
  );
  return (
    <form {...form} className="form">
      <TextArea label="Your comment" name="text" rows={3} error={errors.text} />
      <div className="cluster">
        <Button type="submit" busy={isBusy && "Sending…"}>
          Send comment
        </Button>
      </div>
      <FormError>{failure}</FormError>
      <LeaveDialog isUnsaved={() => !isStill(element.current, { text: "" })} />
    </form>
  );
}
