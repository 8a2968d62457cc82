import { Chips, FilterForm } from "../../../../ui/filter-form.tsx";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { apiPageQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { classStatuses } from "../state.ts";
import { useDecision } from "../../../shared/decision.tsx";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, refetchInterval, wordsIn } from "../../../shared/list-query.ts";
import { ManagedClass } from "./managed-class.tsx";

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
  const admin = useGuard("admin");
  const [dialog, decide] = useDecision();
  return (
    admin && (
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
    )
  );
}
