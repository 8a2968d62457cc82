import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import type { CallAnswer } from "../../../../http/contract.ts";
import { FilterForm, Choice } from "../../../../ui/filter-form.tsx";
import { ButtonLink } from "../../../../ui/button.tsx";
import { DownloadButton } from "../../../../ui/download-button.tsx";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { PageLinks } from "../../../../ui/page-links.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { sentenceOf } from "../audit-sentence.ts";
import type { audit } from "../contract.ts";
import { type AuditKind, auditKinds } from "../kinds.ts";
import "./audit-log-page.css";

type Entry = CallAnswer<(typeof audit)["GET /admin/audit"]>[number];

export const meta = () => [{ title: "Audit log · Senga" }];

const kindOptions = [
  { value: "", label: "All decisions" },
  { value: "class-approved", label: "Classes approved" },
  { value: "class-denied", label: "Classes denied" },
  { value: "class-edited", label: "Classes edited" },
  { value: "class-handed-over", label: "Classes handed over" },
  { value: "feedback-given", label: "Feedback" },
  { value: "role-changed", label: "Roles" },
  { value: "user-suspended", label: "Suspensions" },
  { value: "user-reinstated", label: "Reinstatements" },
  { value: "age-confirmed", label: "Ages confirmed" },
  { value: "application-declined", label: "Applications declined" },
  { value: "payment-refunded", label: "Refunds" },
  { value: "report-decided", label: "Reports" },
  { value: "refund-declined", label: "Refunds declined" },
  { value: "certificate-revoked", label: "Certificates taken back" },
  { value: "certificate-key-rotated", label: "Keys rotated" },
  { value: "certificate-key-struck", label: "Keys struck" },
] as const;

const pageSize = 30;

export default function AuditLogPage(): ReactNode {
  const admin = useGuard("admin");
  if (!admin) return null;
  return (
    <>
      <div className="list-head">
        <h1 tabIndex={-1}>Audit log</h1>
        <Export />
      </div>
      <FilterForm label="Decisions" placeholder="Admin, user or class">
        <Choice label="Decision" name="kind" options={kindOptions} />
      </FilterForm>
      <Entries />
    </>
  );
}

const filtersIn = (search: URLSearchParams) => ({
  q: search.get("q")?.trim() || undefined,
  kind: auditKinds.find((kind) => kind === search.get("kind")),
});

function Export(): ReactNode {
  const [search] = useSearchParams();
  const query = filtersIn(search);
  return (
    <DownloadButton name="audit-log.csv" fetchFile={() => api.file("GET /admin/export/audit", { query })}>
      Export CSV
    </DownloadButton>
  );
}

function Entries(): ReactNode {
  const [search] = useSearchParams();
  const cursor = search.get("cursor") ?? undefined;
  const query = { limit: pageSize, cursor, ...filtersIn(search) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["audit log", query],
    queryFn: () => api.page("GET /admin/audit", { query }),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    return error ? (
      <LoadFailure onRetry={() => void refetch()}>
        The audit log couldn’t be loaded. {error.message}
      </LoadFailure>
    ) : (
      <Loading label="Loading the audit log" shape="list" />
    );
  }
  const pageOf = (to: string | undefined): string => {
    const address = new URLSearchParams(search);
    if (to) address.set("cursor", to);
    else address.delete("cursor");
    return `?${address}`;
  };
  return (
    <div aria-busy={isPlaceholderData}>
      {data.rows.length > 0 ? (
        <ol role="list" className="audit-log">
          {data.rows.map((entry) => (
            <AuditEntry key={entry._id} entry={entry} />
          ))}
        </ol>
      ) : (
        <EmptyPage action={search.size > 0 && <ButtonLink to="/dashboard/audit-log">Show all</ButtonLink>}>
          {search.size > 0 ? "No decisions match." : "Nothing has been decided yet."}
        </EmptyPage>
      )}
      <PageLinks
        first={cursor && pageOf(undefined)}
        next={data.next && pageOf(data.next)}
        more="Earlier decisions"
      />
    </div>
  );
}

function AuditEntry({ entry }: { readonly entry: Entry }): ReactNode {
  return (
    <li className={`audit-entry panel is-${entry.kind}`}>
      <p className="audit-sentence">{sentenceOf(entry)}</p>
      <p className="audit-time">
        <Moment at={entry.date} />{" "}
        <Link to={placeOf(entry)}>
          Show<span className="visually-hidden"> {entry.about.name}</span>
        </Link>
      </p>
      <dl>
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

const listOf: Record<AuditKind, string> = {
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
  "certificate-key-rotated": "certificates",
  "certificate-key-struck": "certificates",
};

function placeOf({ kind, about }: Entry): string {
  const list = listOf[kind];
  return `/dashboard/${list}?q=${encodeURIComponent(about.name.slice(0, 100))}`;
}
