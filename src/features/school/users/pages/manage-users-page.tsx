import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { FilterForm, Choice, Tick } from "../../../../ui/filter-form.tsx";
import { ButtonLink } from "../../../../ui/button.tsx";
import { ConfirmDialog, SuccessDialog } from "../../../../ui/dialog.tsx";
import { DownloadButton } from "../../../../ui/download-button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { Table } from "../../../../ui/table.tsx";
import { type Role, roles } from "../../../../access/policy.ts";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { AdminList } from "../../../shared/admin-list.tsx";
import { managedUsersQuery, refetchAdmin } from "../../../shared/admin-queries.ts";
import { oneOf, wordsIn } from "../../../shared/list-url.ts";
import { RefusalDialog } from "../../../shared/refusal-dialog.tsx";
import { SuspendDialog } from "./suspend-dialog.tsx";
import { type ManagedUser, userColumns } from "./user-columns.tsx";

export const meta = () => [{ title: "Manage Users · Senga" }];

const roleOptions = [
  { value: "", label: "All roles" },
  { value: "student", label: "Students" },
  { value: "instructor", label: "Instructors" },
  { value: "admin", label: "Admins" },
] as const;

const pageSize = 25;

export default function ManageUsersPage(): ReactNode {
  const admin = useGuard("admin");
  return admin && <ManagedUsers self={admin.user.email} />;
}

interface Asked {
  readonly user: ManagedUser;
  readonly change: Change;
}
type Change = Role | "adult" | "suspend" | "reinstate";

const changes = {
  admin: {
    path: "PATCH /users/admin/{id}",
    confirm: "Yes, Make This User Admin!",
    done: "is an Admin Now",
  },
  instructor: {
    path: "PATCH /users/instructor/{id}",
    confirm: "Yes, Make This User Instructor!",
    done: "is an Instructor Now",
  },
  student: {
    path: "PATCH /users/student/{id}",
    confirm: "Yes, Make This User Student!",
    done: "is a Student Now",
  },
  reinstate: {
    path: "PATCH /users/reinstate/{id}",
    confirm: "Yes, Reinstate This User!",
    done: "is Reinstated",
  },
  adult: {
    path: "PATCH /users/adult/{id}",
    confirm: "Yes, This User Is 18!",
    done: "is 18 or Older",
  },
  suspend: { done: "is Suspended" },
} as const;

function effectOf({ name, role }: ManagedUser, change: Exclude<Change, "suspend">): string {
  switch (change) {
    case "admin":
      return `${name} will be able to decide on classes, change everyone’s role, give refunds and see what the school earns.`;
    case "instructor":
      return role === "admin"
        ? `${name} will no longer be an admin, and will be able to add classes. They’ll be emailed.`
        : `${name} will be able to add classes, and won’t be able to buy them any more. They’ll be emailed.`;
    case "student":
      return role === "admin"
        ? `${name} will no longer be an admin. They’ll be emailed.`
        : `${name} won’t be able to add or update classes any more. Their classes stay listed: you can edit them or hand them over in Manage Classes. They’ll be emailed.`;
    case "adult":
      return `Make sure first, for example by a call with a parent. ${name} will need no guardian’s consent from now on. They’ll be emailed, and the audit log keeps your name.`;
    case "reinstate":
      return `${name} will be able to log in again${role === "instructor" ? ", and their classes will be listed again" : ""}. They’ll be emailed.`;
  }
}

function ManagedUsers({ self }: { readonly self: string }): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<Asked>();
  const change = useMutation({
    mutationFn: (wanted: { user: ManagedUser; change: Exclude<Change, "suspend"> }) =>
      api(changes[wanted.change].path, { params: { id: wanted.user._id } }),
    onSuccess: (_, made) => setDone(made),
    // Also after a rejection: another admin may have made the change.
    onSettled: refetchAdmin,
  });
  const underWay = change.isPending ? change.variables : undefined;
  const close = (): void => setAsked(undefined);
  return (
    <>
      <div className="list-head">
        <h1 tabIndex={-1}>Manage Users</h1>
        <Export />
      </div>
      <FilterForm label="Users" placeholder="Name or email">
        <Choice label="Role" name="role" options={roleOptions} />
        <Tick label="Applied to teach" name="applied" value="yes" />
        <Tick label="Suspended" name="suspended" value="yes" />
      </FilterForm>
      <UserList
        self={self}
        changing={
          underWay && underWay.change !== "reinstate" && underWay.change !== "adult"
            ? { id: underWay.user._id, role: underWay.change }
            : undefined
        }
        onChange={(user, wanted) => setAsked({ user, change: wanted })}
      />
      {asked?.change === "suspend" && (
        <SuspendDialog
          user={asked.user}
          onClose={close}
          onSuspended={() => {
            close();
            setDone(asked);
          }}
        />
      )}
      {asked && asked.change !== "suspend" && (
        <Confirmation
          user={asked.user}
          change={asked.change}
          onCancel={close}
          onConfirm={(wanted) => {
            close();
            change.mutate(wanted);
          }}
        />
      )}
      {done && (
        <SuccessDialog
          title={`${done.user.name} ${changes[done.change].done}`}
          onClose={() => setDone(undefined)}
        />
      )}
      {change.error && <RefusalDialog onClose={() => change.reset()}>{change.error.message}</RefusalDialog>}
    </>
  );
}

interface ConfirmationProps {
  readonly user: ManagedUser;
  readonly change: Exclude<Change, "suspend">;
  readonly onCancel: () => void;
  readonly onConfirm: (wanted: { user: ManagedUser; change: Exclude<Change, "suspend"> }) => void;
}

const Confirmation = ({ user, change, onCancel, onConfirm }: ConfirmationProps): ReactNode => (
  <ConfirmDialog
    confirmLabel={changes[change].confirm}
    onCancel={onCancel}
    onConfirm={() => onConfirm({ user, change })}
  >
    {effectOf(user, change)}
  </ConfirmDialog>
);

const filtersIn = (search: URLSearchParams) => ({
  q: wordsIn(search),
  role: oneOf(search.get("role"), roles),
  applied: oneOf(search.get("applied"), ["yes"]),
  suspended: oneOf(search.get("suspended"), ["yes"]),
});

function Export(): ReactNode {
  const [search] = useSearchParams();
  const query = filtersIn(search);
  return (
    <DownloadButton name="users.csv" fetchFile={() => api.file("GET /admin/export/users", { query })}>
      Export CSV
    </DownloadButton>
  );
}

interface UserListProps {
  readonly self: string;
  readonly changing: { readonly id: string; readonly role: Role } | undefined;
  readonly onChange: (user: ManagedUser, change: Change) => void;
}

function UserList({ self, changing, onChange }: UserListProps): ReactNode {
  const [search] = useSearchParams();
  const query = useQuery(
    managedUsersQuery({
      limit: pageSize,
      cursor: search.get("cursor") ?? undefined,
      ...filtersIn(search),
    }),
  );
  return (
    <AdminList query={query} noun={["user", "users"]} more="More users">
      {(rows, before) =>
        rows.length > 0 ? (
          <Table
            caption="Users, newest first"
            columns={userColumns({
              before,
              self,
              changing,
              onChangeRole: onChange,
              onSuspend: (user) => onChange(user, "suspend"),
              onReinstate: (user) => onChange(user, "reinstate"),
              onConfirmAge: (user) => onChange(user, "adult"),
            })}
            rows={rows}
          />
        ) : (
          <EmptyPage action={<ButtonLink to="/dashboard/manage-users">Show all users</ButtonLink>}>
            No users match.
          </EmptyPage>
        )
      }
    </AdminList>
  );
}
