import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { FilterForm, Choice } from "../../../../ui/filter-form.tsx";
import { ButtonLink } from "../../../../ui/button.tsx";
import { ConfirmDialog, SuccessDialog } from "../../../../ui/dialog.tsx";
import { DownloadButton } from "../../../../ui/download-button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { type Decision, classStatuses } from "../state.ts";
import { AdminList } from "../../../shared/admin-list.tsx";
import { managedClassesQuery, refetchAdmin } from "../../../shared/admin-queries.ts";
import { oneOf, wordsIn } from "../../../shared/list-url.ts";
import { ManagedClass, type ManagedClassFacts } from "./managed-class.tsx";
import { RefusalDialog } from "../../../shared/refusal-dialog.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";

// With the form that both share, they are beyond the budget of the page.
const DenyDialog = lazyPart(() => import("./deny-dialog.tsx"));
const HandOverDialog = lazyPart(() => import("./hand-over-dialog.tsx"));

export const meta = () => [{ title: "Manage Classes · Senga" }];

const statusOptions = [
  { value: "", label: "All classes" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "denied", label: "Denied" },
  { value: "archived", label: "Denied and sent again" },
] as const;

const pageSize = 20;

export default function ManageClassesPage(): ReactNode {
  const admin = useGuard("admin");
  return admin && <ManagedClasses />;
}

interface Asked {
  readonly item: ManagedClassFacts;
  readonly decision: Decision;
}

const doneWords = {
  approved: "Course Approved Successfully",
  denied: "Course Denied Successfully",
} as const;

function ManagedClasses(): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<Asked>();
  const [handingOver, setHandingOver] = useState<ManagedClassFacts>();
  const [handedOver, setHandedOver] = useState<string>();
  const approval = useMutation({
    mutationFn: ({ item }: Asked) => api("PATCH /amin/approve/class/{id}", { params: { id: item._id } }),
    onSuccess: (_, decided) => setDone(decided),
    // Also after a rejection: another admin may have decided.
    onSettled: refetchAdmin,
  });
  return (
    <>
      <div className="list-head">
        <h1 tabIndex={-1}>Manage Classes</h1>
        <Export />
      </div>
      <FilterForm label="Classes" placeholder="Class or instructor">
        <Choice label="Status" name="status" options={statusOptions} />
      </FilterForm>
      <ClassList
        approving={approval.isPending ? approval.variables.item._id : undefined}
        onDecide={(item, decision) => setAsked({ item, decision })}
        onHandOver={setHandingOver}
      />
      {asked?.decision === "approved" && (
        <ConfirmDialog
          confirmLabel="Yes, Approve This Class"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            approval.mutate(asked);
          }}
        >
          {asked.item.lessonStatus !== "published" && "This class has no lessons yet. "}“
          {asked.item.className}” will be visible to everyone. {asked.item.instructorName} will be emailed.
          You can’t undo this.
        </ConfirmDialog>
      )}
      <Suspense>
        {asked?.decision === "denied" && (
          <DenyDialog
            item={asked.item}
            onClose={() => setAsked(undefined)}
            onDenied={() => {
              setAsked(undefined);
              setDone(asked);
            }}
          />
        )}
        {handingOver && (
          <HandOverDialog
            item={handingOver}
            onClose={() => setHandingOver(undefined)}
            onHandedOver={() => {
              setHandingOver(undefined);
              setHandedOver(handingOver.className);
            }}
          />
        )}
      </Suspense>
      {handedOver !== undefined && (
        <SuccessDialog title={`${handedOver} Handed Over`} onClose={() => setHandedOver(undefined)} />
      )}
      {done && (
        <SuccessDialog
          title={`${done.item.className} ${doneWords[done.decision]}`}
          onClose={() => setDone(undefined)}
        />
      )}
      {approval.error && (
        <RefusalDialog onClose={() => approval.reset()}>{approval.error.message}</RefusalDialog>
      )}
    </>
  );
}

function filtersIn(search: URLSearchParams) {
  const chosen = oneOf(search.get("status"), [...classStatuses, "archived"]);
  const q = wordsIn(search);
  return chosen === "archived"
    ? { q, archived: "yes" as const, status: undefined }
    : { q, archived: undefined, status: chosen };
}

function Export(): ReactNode {
  const [search] = useSearchParams();
  const query = filtersIn(search);
  return (
    <DownloadButton name="classes.csv" fetchFile={() => api.file("GET /admin/export/classes", { query })}>
      Export CSV
    </DownloadButton>
  );
}

interface ClassListProps {
  readonly approving: string | undefined;
  readonly onDecide: (item: ManagedClassFacts, decision: Decision) => void;
  readonly onHandOver: (item: ManagedClassFacts) => void;
}

function ClassList({ approving, onDecide, onHandOver }: ClassListProps): ReactNode {
  const [search] = useSearchParams();
  const filters = filtersIn(search);
  const cursor = search.get("cursor") ?? undefined;
  const query = useQuery(managedClassesQuery({ limit: pageSize, cursor, ...filters }));
  return (
    <AdminList shape="rows" query={query} noun={["class", "classes"]} more="More classes">
      {(rows) =>
        rows.length > 0 ? (
          <ul role="list" className="managed-classes">
            {rows.map((item) => (
              <ManagedClass
                key={item._id}
                item={item}
                isApproving={approving === item._id}
                onDecide={(verdict) => onDecide(item, verdict)}
                onHandOver={() => onHandOver(item)}
              />
            ))}
          </ul>
        ) : search.size > 0 ? (
          <EmptyPage action={<ButtonLink to="/dashboard/manage-classes">Show all classes</ButtonLink>}>
            {filters.status === "pending" && !filters.q
              ? "Nothing is waiting for review."
              : "No classes match."}
          </EmptyPage>
        ) : (
          <EmptyPage>No instructor has added a class yet. New ones will show up here.</EmptyPage>
        )
      }
    </AdminList>
  );
}
