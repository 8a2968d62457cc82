import type { ReactNode } from "react";
import { FilterForm, Choice, Tick } from "../../../../ui/filter-form.tsx";
import { TextArea } from "../../../../ui/field.tsx";
import { type Role, roles } from "../../../../access/policy.ts";
import { apiPageQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { type Decision, useDecision } from "../../../shared/decision.tsx";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, refetchInterval, wordsIn } from "../../../shared/list-query.ts";
import { longestReason, messages } from "../policy.ts";
import { type ManagedUser, userColumns } from "./user-columns.tsx";

export const meta = () => [{ title: "Manage Users · Senga" }];

const roleOptions = [
  { value: "", label: "All roles" },
  { value: "student", label: "Students" },
  { value: "instructor", label: "Instructors" },
  { value: "admin", label: "Admins" },
] as const;

const filtersIn = (search: URLSearchParams) => ({
  q: wordsIn(search),
  role: oneOf(search.get("role"), roles),
  applied: oneOf(search.get("applied"), ["yes"]),
  suspended: oneOf(search.get("suspended"), ["yes"]),
});

export default function ManageUsersPage(): ReactNode {
  const admin = useGuard("admin");
  const [dialog, decide] = useDecision();
  return (
    admin && (
      <>
        <ListPage
          title="Manage Users"
          noun={["user", "users"]}
          query={(page, search) => ({
            ...apiPageQuery("GET /admin/manage/users", { query: { ...page, ...filtersIn(search) } }),
            refetchInterval,
          })}
          download={[
            "users.csv",
            (search) => api.file("GET /admin/export/users", { query: filtersIn(search) }),
          ]}
          columns={userColumns({
            self: admin.user.email,
            onChange: (user, change) => decide(changeOf(user, change)),
            onSuspend: (user) => decide(suspensionOf(user)),
          })}
          more="More users"
          empty="No users match."
        >
          <FilterForm label="Users" placeholder="Name or email">
            <Choice label="Role" name="role" options={roleOptions} />
            <Tick label="Applied to teach" name="applied" value="yes" />
            <Tick label="Suspended" name="suspended" value="yes" />
          </FilterForm>
        </ListPage>
        {dialog}
      </>
    )
  );
}

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
} as const;

function effectOf({ name, role }: ManagedUser, change: Role | "adult" | "reinstate"): string {
  switch (change) {
    case "admin":
      return `${name} will be able to decide on classes, change everyone’s role, give refunds and see what the school earns.`;
    case "instructor":
      return role === "admin"
        ? `${name} will no longer be an admin, and will be able to add classes. They’ll be emailed.`
        : `${name} will be able to add classes, and won’t be able to buy classes anymore. They’ll be emailed.`;
    case "student":
      return role === "admin"
        ? `${name} will no longer be an admin. They’ll be emailed.`
        : `${name} won’t be able to add or update classes anymore. Their classes stay listed: you can edit or transfer them in Manage Classes. They’ll be emailed.`;
    case "adult":
      return `Make sure first, for example by calling a parent. ${name} won’t need a guardian’s consent from now on. They’ll be emailed, and the audit log records that you confirmed it.`;
    case "reinstate":
      return `${name} will be able to log in again${role === "instructor" ? ", and their classes will be listed again" : ""}. They’ll be emailed.`;
  }
}

function changeOf(user: ManagedUser, change: Role | "adult" | "reinstate"): Decision {
  const { path, confirm, done } = changes[change];
  return {
    effect: effectOf(user, change),
    confirm,
    busy: "Changing …",
    run: async () => {
      await api(path, { params: { id: user._id } });
      return { title: `${user.name} ${done}` };
    },
  };
}

const suspensionOf = ({ _id: id, name, role }: ManagedUser): Decision => ({
  effect: `${name} will be signed out and can’t log in until you reinstate them.${
    role === "instructor"
      ? " Their classes won’t be listed or sold. Students who have paid keep their classes."
      : ""
  }`,
  confirm: "Yes, Suspend This User!",
  busy: "Suspending …",
  field: (field) => (
    <TextArea
      {...field}
      label="Reason"
      hint={`Emailed to ${name} and kept in the audit log.`}
      rows={3}
      maxLength={longestReason}
      required
    />
  ),
  check: (reason) => (reason ? reason.length > longestReason && messages.longReason : messages.noReason),
  run: async (reason) => {
    await api("PATCH /users/suspend/{id}", { params: { id }, body: { reason } });
    return { title: `${name} is Suspended` };
  },
});
