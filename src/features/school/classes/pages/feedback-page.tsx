import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useParams, useLocation, useNavigate } from "react-router";
import { ApiError } from "../../../../http/client.ts";
import { ButtonLink, Button } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { apiQuery, type Answer, refetchCalls } from "../../../../access/api-query.ts";
import { Picture } from "../../../../ui/cover.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { FormError, TextArea } from "../../../../ui/field.tsx";
import LeaveDialog from "../../../../ui/leave-dialog.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { api } from "../../../../access/session.ts";
import { maxLength, messages } from "../policy.ts";
import { StatusBadge } from "./status-badge.tsx";
import "./feedback-form.css";

export const meta = () => [{ title: "Send Feedback · Senga" }, { name: "robots", content: "noindex" }];

export default function FeedbackPage() {
  const { id = "" } = useParams();
  return <Feedback id={id} key={id} />;
}

function Feedback({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /class/{id}", { params: { id } }),
    // Never cached: a stale base would overwrite newer feedback.
    gcTime: 0,
    // The draft is based on the version that the admin saw.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <>
      <h1 tabIndex={-1}>Send Feedback</h1>
      {data ? (
        <FeedbackForm item={data} />
      ) : error instanceof ApiError && error.status < 500 && error.status >= 400 ? (
        <EmptyPage action={<ButtonLink to="/dashboard/manage-classes">Manage Classes</ButtonLink>}>
          We couldn’t find this class.
        </EmptyPage>
      ) : (
        <QueryStatus
          query={{ error, refetch }}
          what="the class"
          shape="sheet"
          failure="The class couldn’t be loaded."
        />
      )}
    </>
  );
}

type ClassForFeedback = Answer<"GET /class/{id}">;

function FeedbackForm({ item }: { readonly item: ClassForFeedback }) {
  const [first] = useState(item.feedback ?? "");
  const base = useRef(first);
  const [theirs, setTheirs] = useState<string>();
  const [isSent, setSent] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const isUnsaved = (): boolean => !isSent && area.current?.querySelector("textarea")?.value !== base.current;
  const navigate = useNavigate();
  const { list }: { list?: unknown } = useLocation().state ?? {};
  const back = `/dashboard/manage-classes${typeof list === "string" ? list : ""}`;

  const { form, errors, isBusy, failure } = useForm<"feedback">(
    ["feedback"],
    ({ feedback }) =>
      feedback.trim().length > maxLength.feedback ? { feedback: messages.longFeedback } : {},
    async ({ feedback }) => {
      try {
        const body = { feedback: feedback.trim(), base: base.current };
        await api("PATCH /admin/feedback/{id}", { params: { id: item._id }, body });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "feedback-changed-meanwhile")) throw error;
        const now = await api("GET /class/{id}", { params: { id: item._id } });
        base.current = now.feedback ?? "";
        setTheirs(base.current);
        return;
      }
      await refetchCalls("GET /admin/");
      setSent(true);
    },
  );

  return (
    <div className="narrow feedback-sheet panel">
      <div className="feedback-class">
        <div className="crop feedback-picture">
          <Picture src={item.image} picture={item.picture ?? null} title={item.className} sizes="112px" />
        </div>
        <div>
          <h2 className="card-title">{item.className}</h2>
          <p className="quiet">with {item.instructorName}</p>
          {item.status && <StatusBadge status={item.status} />}
        </div>
      </div>
      <form {...form} className="form">
        <div ref={area}>
          <TextArea
            label="Feedback"
            name="feedback"
            rows={9}
            hint={`${item.instructorName} will see this next to the class and get it by email. Leave it empty to remove feedback.`}
            error={errors.feedback}
            defaultValue={first}
          />
        </div>
        {theirs !== undefined && (
          <LatestFeedback
            text={theirs}
            onTake={() => {
              const field = area.current?.querySelector("textarea");
              if (field) {
                field.value = theirs;
                field.focus();
              }
              setTheirs(undefined);
            }}
          />
        )}
        <div className="actions">
          <Button type="submit" busy={isBusy && "Sending…"}>
            {theirs === undefined ? "Send Feedback" : "Replace with mine"}
          </Button>
          <ButtonLink look="quiet" to={back}>
            Cancel
          </ButtonLink>
        </div>
        <FormError>{failure}</FormError>
      </form>
      <LeaveDialog isUnsaved={isUnsaved} />
      {isSent && <Dialog isSuccess title="Feedback Sent Successfully" onClose={() => void navigate(back)} />}
    </div>
  );
}

function LatestFeedback({ text, onTake }: { readonly text: string; readonly onTake: () => void }) {
  return (
    <div className="stack is-start feedback-theirs" role="alert">
      <p className="bold">
        {text
          ? "Another admin changed the feedback while you were writing. Yours hasn’t been sent. Theirs is:"
          : "Another admin removed the feedback while you were writing. Yours hasn’t been sent."}
      </p>
      {text && (
        <blockquote dir="auto" className="quote">
          {text}
        </blockquote>
      )}
      <Button look="quiet" size="small" onClick={onTake}>
        {text ? "Use theirs" : "Clear mine too"}
      </Button>
    </div>
  );
}
