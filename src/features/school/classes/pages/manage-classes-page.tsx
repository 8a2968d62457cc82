import { Chips, FilterForm } from "../../../../ui/filter-form.tsx";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { type Row, apiPageQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { classStatuses, mayChange, mayDecide } from "../state.ts";
import { type Decide, useDecision } from "../../../shared/decision.tsx";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, refetchInterval, wordsIn } from "../../../shared/list-query.ts";
import { Link, useLocation } from "react-router";
import { Picture } from "../../../../ui/cover.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { formatPrice } from "../../../../ui/price.tsx";
import { seatsInWords } from "./card-facts.ts";
import { StatusBadge } from "./status-badge.tsx";
import "./manage-classes-page.css";

export const meta = () => [{ title: "Manage Classes · Senga" }];

const statusOptions = [
  { value: "", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "denied", label: "Denied" },
  { value: "archived", label: "Sent again" },
] as const;

function filtersIn(search: URLSearchParams) {
  const chosen = oneOf(search.get("status"), [...classStatuses, "archived"]);
  const q = wordsIn(search);
  return chosen === "archived"
    ? { q, archived: "yes" as const, status: undefined }
    : { q, archived: undefined, status: chosen };
}

export default function ManageClassesPage() {
  const [dialog, decide] = useDecision();
  return (
    <>
      <ListPage
        title="Manage Classes"
        noun={["class", "classes"]}
        query={(page, search) => ({
          ...apiPageQuery("GET /admin/manage/classes", { query: { ...page, ...filtersIn(search) } }),
          refetchInterval,
        })}
        limit={20}
        download={[
          "classes.csv",
          (search) => api.file("GET /admin/export/classes", { query: filtersIn(search) }),
        ]}
        renderRows={(rows) => (
          <ul role="list" className="stack is-loose">
            {rows.map((item) => (
              <ManagedClass key={item._id} item={item} onDecide={decide} />
            ))}
          </ul>
        )}
        shape="rows"
        more="More classes"
        renderEmpty={(search) =>
          search.size > 0 ? (
            <EmptyPage action={<ButtonLink to="?">Show all classes</ButtonLink>}>
              {search.get("status") === "pending" && !wordsIn(search)
                ? "Nothing is waiting for review."
                : "No classes match."}
            </EmptyPage>
          ) : (
            <EmptyPage>No instructor has added a class yet. New ones will show up here.</EmptyPage>
          )
        }
      >
        <FilterForm
          label="Classes"
          placeholder="Class or instructor"
          chips={<Chips label="Status" name="status" options={statusOptions} />}
        />
      </ListPage>
      {dialog}
    </>
  );
}

export type ManagedClassFacts = Row<"GET /admin/manage/classes">;

// Beyond the page's budget together with the list.
const decisions = () => import("./class-decisions.tsx");

interface ManagedClassProps {
  readonly item: ManagedClassFacts;
  readonly onDecide: Decide;
}

function ManagedClass({ item, onDecide }: ManagedClassProps) {
  const { _id, className, status, feedback, image, picture } = item;
  const { search } = useLocation();
  const isOpen = mayDecide(status);
  const decision = (
    <div className="cluster managed-class-decision">
      <Button
        size="small"
        disabled={!isOpen}
        onClick={() => onDecide(decisions().then(({ approvalOf }) => approvalOf(item)))}
      >
        Approve
        <span className="visually-hidden"> {className}</span>
      </Button>
      <Button
        size="small"
        look="quiet"
        disabled={!isOpen}
        onClick={() => onDecide(decisions().then(({ denialOf }) => denialOf(item)))}
      >
        Deny
        <span className="visually-hidden"> {className}</span>
      </Button>
    </div>
  );
  return (
    <li className="managed-class panel">
      <div className="crop managed-class-picture">
        <Picture src={image} picture={picture} title={className} sizes="(width <= 53.75em) 112px, 220px" />
      </div>
      <div className="stack is-dense managed-class-facts">
        <p className="cluster is-level is-tight quiet">
          <StatusBadge status={status} />
          {item.decided && <Moment at={item.decided} />}
        </p>
        <h2 className="card-title">
          {status === "approved" ? (
            <Link to={`/${item.instructorTeaches ? "classes" : "dashboard/preview"}/${_id}`}>
              {className}
            </Link>
          ) : (
            className
          )}
        </h2>
        <p className="quiet managed-class-by">
          with <bdi>{item.instructorName}</bdi>,{" "}
          <a href={`mailto:${item.instructorEmail}`}>{item.instructorEmail}</a>
        </p>
        {!item.instructorTeaches && (
          <p className="bold">
            {item.instructorName} doesn’t teach here anymore. Edit the class yourself, or transfer it.
          </p>
        )}
        <p>
          {formatPrice(item.price)} · {seatsInWords(item.availableSeats)} · {item.enrolledStudents} enrolled ·{" "}
          {item.level}
          {item.lessonStatus !== "published" && " · no lessons yet"}
        </p>
        {(item.description || item.whatYouWillLearn.length > 0) && (
          <details className="more">
            <summary>Class details</summary>
            {item.description && <p dir="auto">{item.description}</p>}
            <ul>
              {item.whatYouWillLearn.map((outcome) => (
                <li key={outcome}>{outcome}</li>
              ))}
            </ul>
          </details>
        )}
        {feedback && (
          <p dir="auto" className="quote above-small">
            {feedback}
          </p>
        )}
        {item.sentAgainAs && <p>Sent again as “{item.sentAgainAs.className}”.</p>}
        {item.previous && (
          <details className="more">
            <summary>
              Sent again after it was denied <Moment at={item.previous.decided} />
            </summary>
            <p className="quote above-small">{item.previous.feedback ?? "Denied without feedback."}</p>
          </details>
        )}
      </div>
      <div className="managed-class-actions">
        {isOpen && decision}
        {status === "pending" && (
          <ButtonLink size="small" look="quiet" to={`/dashboard/preview/${_id}`}>
            Preview
            <span className="visually-hidden"> {className}</span>
          </ButtonLink>
        )}
        <ButtonLink size="small" look="quiet" to={`/feedback/${_id}`} state={{ list: search }}>
          Send Feedback
          <span className="visually-hidden"> on {className}</span>
        </ButtonLink>
        <details className="managed-class-rest">
          <summary>
            More
            <span className="visually-hidden"> for {className}</span>
          </summary>
          {mayChange(status) && (
            <ButtonLink size="small" look="quiet" to={`/update/class/${_id}`}>
              Edit
              <span className="visually-hidden"> {className}</span>
            </ButtonLink>
          )}
          {!item.sentAgainAs && (
            <Button
              size="small"
              look="quiet"
              onClick={() => onDecide(decisions().then(({ handOverOf }) => handOverOf(item)))}
            >
              Transfer
              <span className="visually-hidden"> {className}</span>
            </Button>
          )}
          {!isOpen && decision}
        </details>
      </div>
    </li>
  );
}
