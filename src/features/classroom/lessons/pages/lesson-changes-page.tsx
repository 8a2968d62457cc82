import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type Row, apiPageQuery, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { ListPage } from "../../../shared/list-page.tsx";
import "./lesson-changes-page.css";

type Change = Row<"GET /admin/lesson-changes">;

export const meta = () => [{ title: "Lesson Changes · Senga" }];

export default function LessonChangesPage() {
  const classId = useSearchParams()[0].get("class") ?? undefined;
  return (
    <ListPage
      title="Lesson Changes"
      noun={["change", "changes"]}
      query={(page) => apiPageQuery("GET /admin/lesson-changes", { query: { ...page, classId } })}
      limit={20}
      renderRows={(rows) => (
        <>
          {classId && (
            <p className="quiet below">
              <Link to="?">Show changes in all classes</Link>
            </p>
          )}
          <ol role="list" className="stack">
            {rows.map((change) => (
              <ChangeEntry key={change._id} change={change} />
            ))}
          </ol>
        </>
      )}
      shape="list"
      more="Earlier changes"
      renderEmpty={(search) => (
        <EmptyPage action={search.size > 0 && <ButtonLink to="?">Show all</ButtonLink>}>
          No changes since approval.
        </EmptyPage>
      )}
    >
      <p className="quiet below">Lessons published after approval, newest first.</p>
    </ListPage>
  );
}

function ChangeEntry({ change }: { readonly change: Change }) {
  const { classId, className, instructorName, lessonId, number, published, now, before } = change;
  return (
    <li className="lesson-change panel">
      <div className="bar lesson-change-head">
        <div>
          <h2 className="subheading is-small">{now.title}</h2>
          <p className="quiet">
            <Link to={`?class=${classId}`}>{className}</Link>, {instructorName}, version {number},{" "}
            <Moment at={published} />
            {!change.isCurrent && ". A newer version replaced it"}
          </p>
        </div>
        <div className="cluster">
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

function Side({ title, version, other }: SideProps) {
  if (!version)
    return (
      <section>
        <h3>{title}</h3>
        <p className="quiet">The lesson is new.</p>
      </section>
    );
  const isNew = other === null;
  return (
    <section>
      <h3>{title}</h3>
      {(isNew || version.title !== other.title) && <p className="bold">{version.title}</p>}
      {(isNew || version.video !== other.video) && <p>Video: {version.video ?? "none"}</p>}
      {isNew || version.body !== other.body ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls
        <pre tabIndex={0} aria-label={`${title}: text`}>
          {version.body || "No text"}
        </pre>
      ) : (
        <p className="quiet">The text is the same.</p>
      )}
    </section>
  );
}

function Retire({ change }: { readonly change: Change }) {
  const [isOpen, setOpen] = useState(false);
  const { classId, lessonId, isRetired, now, instructorName } = change;
  const retiring = useMutation({
    mutationFn: () =>
      api(
        isRetired
          ? "POST /curriculum/{classId}/lesson/{id}/restore"
          : "POST /curriculum/{classId}/lesson/{id}/retire",
        { params: { classId, id: lessonId } },
      ),
    onSettled: () => refetchCalls("GET /admin/lesson-changes"),
  });
  return (
    <>
      <Button
        look="quiet"
        size="small"
        busy={retiring.isPending && (isRetired ? "Restoring…" : "Removing…")}
        onClick={() => (isRetired ? retiring.mutate() : setOpen(true))}
      >
        {isRetired ? "Restore" : "Remove from class"}
        <span className="visually-hidden"> {now.title}</span>
      </Button>
      <FormError>{retiring.isError && failureText(retiring.error)}</FormError>
      {isOpen && (
        <ConfirmDialog
          confirmLabel="Yes, remove it"
          onConfirm={() => {
            setOpen(false);
            retiring.mutate();
          }}
          onCancel={() => setOpen(false)}
        >
          “{now.title}” by {instructorName} leaves the class. Students who’ve opened it can still see it, and
          you can restore it.
        </ConfirmDialog>
      )}
    </>
  );
}
