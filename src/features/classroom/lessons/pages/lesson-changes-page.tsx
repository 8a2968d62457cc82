import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { CallAnswer } from "../../../../http/contract.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { queryClient } from "../../../../access/query-client.ts";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import type { lessonsContract } from "../contract.ts";
import "../../../../ui/list-head.css";
import { AdminList } from "../../../shared/admin-list.tsx";
import "./lesson-changes-page.css";

type Change = CallAnswer<(typeof lessonsContract)["GET /admin/lesson-changes"]>[number];

export const meta = () => [{ title: "Lesson changes · Senga" }];

const pageSize = 20;
const key = "lesson changes";

export default function LessonChangesPage(): ReactNode {
  const admin = useGuard("admin");
  return (
    admin && (
      <>
        <div className="list-head">
          <h1 tabIndex={-1}>Lesson changes</h1>
        </div>
        <p className="lesson-changes-note">
          What instructors published in approved classes since you approved them, newest first.
        </p>
        <Changes />
      </>
    )
  );
}

function Changes(): ReactNode {
  const [search] = useSearchParams();
  const classId = search.get("class") ?? undefined;
  const input = { limit: pageSize, cursor: search.get("cursor") ?? undefined, classId };
  const query = useQuery({
    queryKey: [key, input],
    queryFn: () => api.page("GET /admin/lesson-changes", { query: input }),
    placeholderData: keepPreviousData,
  });
  return (
    <AdminList query={query} noun={["change", "changes"]} more="Earlier changes" shape="list">
      {(rows) =>
        rows.length > 0 ? (
          <>
            {classId && (
              <p className="lesson-changes-note">
                <Link to="?">Show the changes of all classes</Link>
              </p>
            )}
            <ol role="list" className="lesson-changes">
              {rows.map((change) => (
                <ChangeEntry key={change._id} change={change} />
              ))}
            </ol>
          </>
        ) : (
          <EmptyPage action={search.size > 0 && <ButtonLink to="?">Show all</ButtonLink>}>
            No lesson of an approved class has changed.
          </EmptyPage>
        )
      }
    </AdminList>
  );
}

function ChangeEntry({ change }: { readonly change: Change }): ReactNode {
  const { classId, className, instructorName, lessonId, number, published, now, before } = change;
  return (
    <li className="lesson-change panel">
      <div className="lesson-change-head">
        <div>
          <h2>{now.title}</h2>
          <p>
            <Link to={`?class=${classId}`}>{className}</Link>, {instructorName}, version {number},{" "}
            <Moment at={published} />
            {!change.isCurrent && ". A newer version replaced it"}
          </p>
        </div>
        <div className="lesson-change-actions">
          <ButtonLink
            look="quiet"
            size="small"
            to={`/dashboard/instructor/curriculum/${classId}?lesson=${lessonId}`}
          >
            Open<span className="visually-hidden"> {now.title}</span>
          </ButtonLink>
          {change.isCurrent && <Retire change={change} />}
        </div>
      </div>
      <div className="lesson-change-sides">
        <Side title="Before" version={before} other={now} />
        <Side title="Now" version={now} other={before} />
      </div>
    </li>
  );
}

interface SideProps {
  readonly title: string;
  readonly version: Change["before"];
  readonly other: Change["before"];
}

function Side({ title, version, other }: SideProps): ReactNode {
  if (!version)
    return (
      <section>
        <h3>{title}</h3>
        <p className="lesson-change-same">The lesson is new.</p>
      </section>
    );
  const isNew = other === null;
  return (
    <section>
      <h3>{title}</h3>
      {(isNew || version.title !== other.title) && <p className="lesson-change-title">{version.title}</p>}
      {(isNew || version.video !== other.video) && <p>Video: {version.video ?? "none"}</p>}
      {isNew || version.body !== other.body ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls
        <pre tabIndex={0} aria-label={`${title}: text`}>
          {version.body || "No text"}
        </pre>
      ) : (
        <p className="lesson-change-same">The text is the same.</p>
      )}
    </section>
  );
}

function Retire({ change }: { readonly change: Change }): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { classId, lessonId, isRetired, now, instructorName } = change;
  const params = { classId, id: lessonId };
  const set = async (): Promise<void> => {
    setAsked(false);
    setBusy(true);
    setProblem(undefined);
    try {
      if (isRetired) await api("POST /curriculum/{classId}/lesson/{id}/restore", { params });
      else await api("POST /curriculum/{classId}/lesson/{id}/retire", { params });
    } catch (error) {
      setProblem(failureText(error));
    }
    await queryClient.invalidateQueries({ queryKey: [key] });
    setBusy(false);
  };
  return (
    <>
      <Button
        look="quiet"
        size="small"
        busy={isBusy && (isRetired ? "Restoring …" : "Retiring …")}
        onClick={() => (isRetired ? void set() : setAsked(true))}
      >
        {isRetired ? "Restore" : "Retire"}
        <span className="visually-hidden"> {now.title}</span>
      </Button>
      <FormError>{problem}</FormError>
      {isAsked && (
        <ConfirmDialog
          confirmLabel="Yes, retire it"
          onConfirm={() => void set()}
          onCancel={() => setAsked(false)}
        >
          “{now.title}” by {instructorName} leaves the class. Students who had opened it keep it, and you can
          restore it.
        </ConfirmDialog>
      )}
    </>
  );
}
