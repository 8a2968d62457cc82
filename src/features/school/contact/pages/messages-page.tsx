import { useEffect, useRef, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { Chips, FilterForm } from "../../../../ui/filter-form.tsx";
import { ButtonLink, Button } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { apiPageQuery, type Row, refetchCalls } from "../../../../access/api-query.ts";
import { Dialog, useConfirm } from "../../../../ui/dialog.tsx";
import { FormError, TextArea } from "../../../../ui/field.tsx";
import LeaveDialog from "../../../../ui/leave-dialog.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { isStill } from "../../../../ui/typed-since.ts";
import { useForm } from "../../../../ui/use-form.ts";
import { api } from "../../../../access/session.ts";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, wordsIn } from "../../../shared/list-query.ts";
import { longMessage, maxLength } from "../policy.ts";
import "./contact-message-card.css";

export const meta = () => [{ title: "Messages · Senga" }];

const usual = "open";
const options = [
  { value: "open", label: "To answer" },
  { value: "done", label: "Done" },
  { value: "all", label: "All" },
] as const;

const defaults = { status: usual };

const statusIn = (search: URLSearchParams) =>
  oneOf(
    search.get("status"),
    options.map(({ value }) => value),
  ) ?? usual;

export default function MessagesPage() {
  /** With an open reply, which must not go with its row. */
  const [open, setOpen] = useState<readonly ContactMessage[]>([]);
  const setReplying = (message: ContactMessage, isReplying: boolean): void =>
    setOpen((now) => [...now.filter(({ _id }) => _id !== message._id), ...(isReplying ? [message] : [])]);
  const refresh = (latest: ContactMessage): void =>
    setOpen((now) => now.map((each) => (each._id === latest._id ? latest : each)));
  return (
    <>
      <ListPage
        title="Messages"
        noun={["message", "messages"]}
        query={(page, search) => {
          const status = statusIn(search);
          const query = { ...page, q: wordsIn(search), status: status === "all" ? undefined : status };
          return { ...apiPageQuery("GET /admin/messages", { query }), refetchInterval: 15_000 };
        }}
        limit={20}
        kept={open}
        renderRows={(rows) => (
          <ul role="list" className="stack is-loose">
            {rows.map((message) => (
              <ContactMessageCard
                key={message._id}
                message={message}
                isReplying={open.some(({ _id }) => _id === message._id)}
                onReplying={(isReplying) => setReplying(message, isReplying)}
                onLatest={refresh}
              />
            ))}
          </ul>
        )}
        more="Earlier messages"
        renderEmpty={(search) => (
          <EmptyPage action={<ButtonLink to="?status=all">Show all messages</ButtonLink>}>
            {statusIn(search) === "open" && !wordsIn(search)
              ? "No messages to answer."
              : "No messages match."}
          </EmptyPage>
        )}
      >
        <FilterForm
          label="Messages"
          placeholder="Name, email or words"
          defaults={defaults}
          chips={<Chips label="Show" name="status" options={options} usual={usual} />}
        />
      </ListPage>
      <LeaveDialog isUnsaved={() => open.some(hasReply)} />
    </>
  );
}

const replyField = (id: string): string => `reply-${id}`;

const hasReply = ({ _id }: ContactMessage): boolean => {
  const field = document.getElementById(replyField(_id));
  return field instanceof HTMLTextAreaElement && field.value !== "";
};

type ContactMessage = Row<"GET /admin/messages">;

interface CardProps {
  readonly message: ContactMessage;
  readonly isReplying: boolean;
  readonly onReplying: (isReplying: boolean) => void;
  readonly onLatest: (latest: ContactMessage) => void;
}

function ContactMessageCard({ message, isReplying, onReplying, onLatest }: CardProps) {
  const { _id, name, email, done, replies } = message;
  const marking = useMutation({
    mutationFn: () => api("PATCH /admin/messages/{id}", { params: { id: _id }, body: { done: !done } }),
    onSettled: () => refetchCalls("GET /admin/messages"),
  });
  return (
    <li className="stack is-close is-padded panel">
      <div className="cluster contact-message-head is-baseline is-close">
        <h2 className="card-title">{name}</h2>
        <a href={`mailto:${email}`}>{email}</a>
        <Moment at={message.date} />
        {done && <span className="success contact-message-done">Done</span>}
      </div>
      <p dir="auto" className="contact-message-text">
        {message.message}
      </p>
      {replies.map((reply) => (
        <blockquote key={reply._id} className="callout contact-reply stack is-dense">
          <p dir="auto" className="contact-message-text">
            {reply.text}
          </p>
          <footer className="quiet is-small">
            {reply.by}, <Moment at={reply.date} />
          </footer>
        </blockquote>
      ))}
      {isReplying ? (
        <ReplyForm message={message} onClose={() => onReplying(false)} onLatest={onLatest} />
      ) : (
        <div className="cluster">
          <Button size="small" onClick={() => onReplying(true)}>
            Reply
            <span className="visually-hidden"> to {name}</span>
          </Button>
          <Button
            look="quiet"
            size="small"
            busy={marking.isPending && "Saving…"}
            onClick={() => marking.mutate()}
          >
            {done ? "Mark as not done" : "Mark as done"}
            <span className="visually-hidden">: message from {name}</span>
          </Button>
          <FormError>{marking.error?.message}</FormError>
        </div>
      )}
    </li>
  );
}

interface ReplyFormProps extends Pick<CardProps, "message" | "onLatest"> {
  readonly onClose: () => void;
}

function ReplyForm({ message: { _id, name, email, replies }, onClose, onLatest }: ReplyFormProps) {
  const field = replyField(_id);
  // The server rejects a reply if the thread has grown since this count.
  const repliesSeen = useRef(replies.length);
  useEffect(() => document.getElementById(field)?.focus(), [field]);

  /** A new reply appears above the draft, though the list may no longer have the message. */
  const showLatest = async (): Promise<void> => {
    const [latest] = await api("GET /admin/messages", { query: { id: _id } }).catch(() => []);
    if (!latest) return;
    repliesSeen.current = latest.replies.length;
    onLatest(latest);
  };

  const { isPending, ask, answer } = useConfirm();
  const { form, element, errors, isBusy, failure } = useForm(
    [field],
    (values) => {
      const { length } = (values[field] ?? "").trim();
      if (length === 0) return { [field]: "Write a reply first" };
      return length > maxLength.message ? { [field]: longMessage(length) } : {};
    },
    async (values, sent) => {
      const body = { text: (values[field] ?? "").trim(), repliesSeen: repliesSeen.current };
      try {
        await api("POST /admin/messages/{id}/replies", { params: { id: _id }, body });
      } catch (error) {
        await showLatest();
        throw error;
      } finally {
        await refetchCalls("GET /admin/messages");
      }
      toast(`Your reply to ${name} is on its way`);
      if (isStill(sent, values)) onClose();
      else await showLatest();
    },
  );
  const cancel = async (): Promise<void> => {
    if (isStill(element.current, { [field]: "" }) || (await ask())) onClose();
  };
  return (
    <form {...form} className="form">
      <TextArea
        label={`Reply to ${name}`}
        name={field}
        rows={6}
        hint={`Sent by email to ${email}; their answer goes to support. This also marks the message as done.`}
        error={errors[field]}
      />
      <div className="cluster">
        <Button type="submit" size="small" busy={isBusy && "Sending…"}>
          Send reply
        </Button>
        <Button look="quiet" size="small" onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
      <FormError>{failure}</FormError>
      {isPending && (
        <Dialog
          title="Discard your reply?"
          onClose={() => answer(false)}
          closeLabel="Keep writing"
          action={<Button onClick={() => answer(true)}>Discard</Button>}
        >
          It hasn’t been sent.
        </Dialog>
      )}
    </form>
  );
}
