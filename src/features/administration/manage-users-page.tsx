import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { AddressForm, Choice, Tick } from "../../ui/address-form.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ConfirmDialog, SuccessDialog } from "../../ui/dialog.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { Table } from "../../ui/table.tsx";
import { type Role, roles } from "../accounts/policy.ts";
import { api } from "../accounts/session.ts";
import { useGuard } from "../accounts/use-guard.ts";
import { DeskList } from "./desk-list.tsx";
import { managedUsersQuery, refetchDesk } from "./desk-queries.ts";
import { oneOf, wordsIn } from "./list-address.ts";
import { RefusalDialog } from "./refusal-dialog.tsx";
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

type NewRole = Exclude<Role, "student">;
interface Asked {
  readonly user: ManagedUser;
  readonly role: NewRole;
}

const promotions = {
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
} as const;

function effectOf({ user, role }: Asked): string {
  if (role === "admin")
    return `${user.name} will decide on classes, change everybody's role and see what the school earns.`;
  return user.role === "admin"
    ? `${user.name} is an admin now, and will not be one any more, but an instructor.`
    : `${user.name} will add classes of their own, and select and buy classes no more.`;
}

function ManagedUsers({ self }: { readonly self: string }): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<Asked>();
  const promotion = useMutation({
    mutationFn: ({ user, role }: Asked) => api(promotions[role].path, { params: { id: user._id } }),
    onSuccess: (_, promoted) => setDone(promoted),
    // Also after a refusal: somebody else may have done it.
    onSettled: refetchDesk,
  });
  return (
    <>
      <h1 tabIndex={-1}>Manage Users</h1>
      <AddressForm label="Users" placeholder="Name or e-mail">
        <Choice label="Role" name="role" options={roleOptions} />
        <Tick label="Has applied to teach" name="applied" value="yes" />
      </AddressForm>
      <UserList
        self={self}
        promoting={promotion.isPending ? promotion.variables : undefined}
        onPromote={(user, role) => setAsked({ user, role })}
      />
      {asked && (
        <ConfirmDialog
          confirmLabel={promotions[asked.role].confirm}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            promotion.mutate(asked);
          }}
        >
          {effectOf(asked)}
        </ConfirmDialog>
      )}
      {done && (
        <SuccessDialog
          title={`${done.user.name} ${promotions[done.role].done}`}
          onClose={() => setDone(undefined)}
        />
      )}
      {promotion.error && (
        <RefusalDialog onClose={() => promotion.reset()}>{promotion.error.message}</RefusalDialog>
      )}
    </>
  );
}

interface UserListProps {
  readonly self: string;
  readonly promoting: Asked | undefined;
  readonly onPromote: (user: ManagedUser, role: NewRole) => void;
}

function UserList({ self, promoting, onPromote }: UserListProps): ReactNode {
  const [search] = useSearchParams();
  const query = useQuery(
    managedUsersQuery({
      limit: pageSize,
      cursor: search.get("cursor") ?? undefined,
      q: wordsIn(search),
      role: oneOf(search.get("role"), roles),
      applied: oneOf(search.get("applied"), ["yes"]),
    }),
  );
  return (
    <DeskList query={query} noun={["user", "users"]} more="More users">
      {(rows, before) =>
        rows.length > 0 ? (
          <Table
            caption="Users, newest first"
            columns={userColumns({
              before,
              self,
              promoting: promoting && { id: promoting.user._id, role: promoting.role },
              onPromote,
            })}
            rows={rows}
          />
        ) : (
          <EmptyPage action={<ButtonLink to="/dashboard/manage-users">Show all users</ButtonLink>}>
            Nobody fits these words and choices.
          </EmptyPage>
        )
      }
    </DeskList>
  );
}
