import { Link } from "react-router";
import { FilterForm, Choice } from "../../../../ui/filter-form.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type Row, apiPageQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { formerMember } from "../../../../access/policy.ts";
import { type AuditKind, auditKinds, sentenceOf } from "../kinds.ts";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, wordsIn } from "../../../shared/list-query.ts";
import "./audit-log-page.css";

type Entry = Row<"GET /admin/audit">;

export const meta = () => [{ title: "Audit Log · Senga" }];

const kindOptions = [
  { value: "", label: "All decisions" },
  { value: "class-approved", label: "Classes approved" },
  { value: "class-denied", label: "Classes denied" },
  { value: "class-edited", label: "Classes edited" },
  { value: "class-handed-over", label: "Classes transferred" },
  { value: "feedback-given", label: "Feedback" },
  { value: "role-changed", label: "Roles" },
  { value: "user-suspended", label: "Suspensions" },
  { value: "user-reinstated", label: "Reinstatements" },
  { value: "age-confirmed", label: "Ages confirmed" },
  { value: "application-declined", label: "Applications declined" },
  { value: "payment-refunded", label: "Refunds" },
  { value: "report-decided", label: "Reports" },
  { value: "refund-declined", label: "Refunds declined" },
  { value: "certificate-revoked", label: "Certificates revoked" },
  { value: "certificate-key-rotated", label: "Certificate keys rotated" },
  { value: "certificate-key-struck", label: "Certificate keys invalidated" },
] as const;

const filtersIn = (search: URLSearchParams) => ({
  q: wordsIn(search),
  kind: oneOf(search.get("kind"), auditKinds),
});

export default function AuditLogPage() {
  return (
    <ListPage
      title="Audit Log"
      noun={["decision", "decisions"]}
      query={(page, search) => apiPageQuery("GET /admin/audit", { query: { ...page, ...filtersIn(search) } })}
      limit={30}
      download={[
        "audit-log.csv",
        (search) => api.file("GET /admin/export/audit", { query: filtersIn(search) }),
      ]}
      renderRows={(rows) => (
        <ol role="list" className="stack is-close">
          {rows.map((entry) => (
            <AuditEntry key={entry._id} entry={entry} />
          ))}
        </ol>
      )}
      shape="list"
      more="Earlier decisions"
      empty="Nothing has been decided yet."
    >
      <FilterForm label="Decisions" placeholder="Admin, user or class">
        <Choice label="Decision" name="kind" options={kindOptions} />
      </FilterForm>
    </ListPage>
  );
}

function AuditEntry({ entry }: { readonly entry: Entry }) {
  const list = listFor(entry);
  return (
    <li className={`audit-entry panel is-${entry.kind}`}>
      <p className="bold">{sentenceOf(entry)}</p>
      <p className="quiet audit-time">
        <Moment at={entry.date} />{" "}
        {list && (
          <Link to={`/dashboard/${list}?q=${entry.about._id}`}>
            Show<span className="visually-hidden"> {entry.about.name}</span>
          </Link>
        )}
      </p>
      <dl className="cluster">
        {factsOf(entry).map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function factsOf({ kind, about, before, after }: Entry): readonly (readonly [term: string, fact: string])[] {
  switch (kind) {
    case "payment-refunded":
      return [
        ["Payment", before ?? ""],
        ["Reason", after ?? "Refunded at the payment provider"],
      ];
    case "report-decided":
      return [
        ["Reported", before ?? ""],
        ["Decision", after ?? ""],
      ];
    case "refund-declined":
      return [
        ["Payment", before ?? ""],
        ["Answer", after ?? ""],
      ];
    case "age-confirmed":
      return [["Before", before ?? "Not known"]];
    case "user-suspended":
      return [["Reason", after ?? "None given"]];
    case "certificate-revoked":
      return [
        ["Certificate", before ?? ""],
        ["Reason", after ?? ""],
      ];
    case "certificate-key-rotated":
    case "certificate-key-struck":
      return [["Key", about.name]];
    case "user-reinstated":
      return [];
    case "application-declined":
      return [["Note", after ?? "None"]];
    case "feedback-given":
      return [
        ["Before", before ?? "No feedback"],
        ["After", after ?? "No feedback"],
      ];
    default:
      return [
        ["Before", before ?? ""],
        ["After", after ?? ""],
      ];
  }
}

const listOf: Record<AuditKind, string | undefined> = {
  "class-approved": "manage-classes",
  "class-denied": "manage-classes",
  "class-edited": "manage-classes",
  "class-handed-over": "manage-classes",
  "feedback-given": "manage-classes",
  "role-changed": "manage-users",
  "user-suspended": "manage-users",
  "user-reinstated": "manage-users",
  "age-confirmed": "manage-users",
  "application-declined": "manage-users",
  "payment-refunded": "payments",
  "report-decided": "manage-users",
  "refund-declined": "payments",
  "certificate-revoked": "certificates",
  "certificate-key-rotated": undefined,
  "certificate-key-struck": undefined,
};

/** The list of users has no deleted ones. */
const listFor = ({ kind, about }: Entry): string | undefined =>
  about.name === formerMember && listOf[kind] === "manage-users" ? undefined : listOf[kind];
