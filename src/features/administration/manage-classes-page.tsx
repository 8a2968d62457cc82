import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { AddressForm, Choice } from "../../ui/address-form.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ConfirmDialog, SuccessDialog } from "../../ui/dialog.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { api } from "../accounts/session.ts";
import { useGuard } from "../accounts/use-guard.ts";
import { type Decision, classStatuses } from "../classes/state.ts";
import { DeskList } from "./desk-list.tsx";
import { managedClassesQuery, refetchDesk } from "./desk-queries.ts";
import { oneOf, wordsIn } from "./list-address.ts";
import { ManagedClass, type ManagedClassFacts } from "./managed-class.tsx";
import { RefusalDialog } from "./refusal-dialog.tsx";

export const meta = () => [{ title: "Manage Classes · Senga" }];

const statusOptions = [
  { value: "", label: "All classes" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "denied", label: "Denied" },
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

const decisions = {
  approved: {
    path: "PATCH /amin/approve/class/{id}",
    confirm: "Yes, Approve This Class",
    effect: "will be listed for every visitor.",
    done: "Course Approved Successfully",
  },
  denied: {
    path: "PATCH /admin/deny/class/{id}",
    confirm: "Yes, Deny This Class",
    effect: "will not be listed.",
    done: "Course Denied Successfully",
  },
} as const;

function ManagedClasses(): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<Asked>();
  const decision = useMutation({
    mutationFn: ({ item, decision: verdict }: Asked) =>
      api(decisions[verdict].path, { params: { id: item._id } }),
    onSuccess: (_, decided) => setDone(decided),
    // Also after a refusal: somebody else may have decided.
    onSettled: refetchDesk,
  });
  return (
    <>
      <h1 tabIndex={-1}>Manage Classes</h1>
      <AddressForm label="Classes" placeholder="Class or instructor">
        <Choice label="Status" name="status" options={statusOptions} />
      </AddressForm>
      <ClassList
        deciding={decision.isPending ? decision.variables : undefined}
        onDecide={(item, verdict) => setAsked({ item, decision: verdict })}
      />
      {asked && (
        <ConfirmDialog
          confirmLabel={decisions[asked.decision].confirm}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            decision.mutate(asked);
          }}
        >
          “{asked.item.className}” {decisions[asked.decision].effect} {asked.item.instructorName} is told by
          mail. A decision is final.
        </ConfirmDialog>
      )}
      {done && (
        <SuccessDialog
          title={`${done.item.className} ${decisions[done.decision].done}`}
          onClose={() => setDone(undefined)}
        />
      )}
      {decision.error && (
        <RefusalDialog onClose={() => decision.reset()}>{decision.error.message}</RefusalDialog>
      )}
    </>
  );
}

interface ClassListProps {
  readonly deciding: Asked | undefined;
  readonly onDecide: (item: ManagedClassFacts, decision: Decision) => void;
}

function ClassList({ deciding, onDecide }: ClassListProps): ReactNode {
  const [search] = useSearchParams();
  const status = oneOf(search.get("status"), classStatuses);
  const q = wordsIn(search);
  const cursor = search.get("cursor") ?? undefined;
  const query = useQuery(managedClassesQuery({ limit: pageSize, status, q, cursor }));
  return (
    <DeskList query={query} noun={["class", "classes"]} more="More classes">
      {(rows) =>
        rows.length > 0 ? (
          <ul className="managed-classes">
            {rows.map((item) => (
              <ManagedClass
                key={item._id}
                item={item}
                deciding={deciding?.item._id === item._id ? deciding.decision : undefined}
                onDecide={(verdict) => onDecide(item, verdict)}
              />
            ))}
          </ul>
        ) : status || q || cursor ? (
          <EmptyPage action={<ButtonLink to="/dashboard/manage-classes">Show all classes</ButtonLink>}>
            {status === "pending" && !q
              ? "No class waits for a decision."
              : "No class fits these words and this status."}
          </EmptyPage>
        ) : (
          <EmptyPage>No instructor has added a class yet. New ones show here by themselves.</EmptyPage>
        )
      }
    </DeskList>
  );
}
