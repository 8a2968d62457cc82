import type { ReactNode } from "react";
import { Link } from "react-router";
import { FilterForm, Chips, Tick } from "../../../../ui/filter-form.tsx";
import { type Role, roles } from "../../../../access/policy.ts";
import { apiPageQuery, type Row } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { Button } from "../../../../ui/button.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import type { Column } from "../../../../ui/table.tsx";
import { type Decision, useDecision } from "../../../shared/decision.tsx";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, refetchInterval, wordsIn } from "../../../shared/list-query.ts";
import { maxReasonLength, messages } from "../policy.ts";
import "./user-columns.css";

export const meta = () => [{ title: "Manage Users · Senga" }];

const roleOptions = [
  { value: "", label: "All" },
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

export default function ManageUsersPage() {
  const { email: self } = useMember().user;
  const [dialog, decide] = useDecision();
  return (
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
          self,
          onChange: (user, change) => decide(changeOf(user, change)),
          onSuspend: (user) => decide(suspensionOf(user)),
        })}
        nameOf={({ name }) => name}
        isRanked
        more="More users"
        empty="No users match."
      >
        <FilterForm
          label="Users"
          placeholder="Name or email"
          chips={<Chips label="Role" name="role" options={roleOptions} />}
        >
          <Tick label="Applied to teach" name="applied" value="yes" />
          <Tick label="Suspended" name="suspended" value="yes" />
        </FilterForm>
      </ListPage>
      {dialog}
    </>
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
      return `${name} will be able to decide on classes, change everyone’s role, give refunds and see what the school earns.${
        role === "instructor" ? " They won’t be able to teach: transfer their classes in Manage Classes." : ""
      } They’ll be emailed.`;
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
      return `${name} will be able to log in again, and any classes of theirs will be listed again. They’ll be emailed.`;
  }
}

function changeOf(user: ManagedUser, change: Role | "adult" | "reinstate"): Decision {
  const { confirm, done } = changes[change];
  const params = { id: user._id };
  return {
    effect: effectOf(user, change),
    confirm,
    busy: "Changing…",
    run: async () => {
      if (change === "adult" || change === "reinstate") await api(changes[change].path, { params });
      else await api(changes[change].path, { params, body: { seen: user.role } });
      return { title: `${user.name} ${done}` };
    },
  };
}

const suspensionOf = ({ _id: id, name }: ManagedUser): Decision => ({
  effect: `${name} will be logged out and can’t log in until you reinstate them. Any classes of theirs won’t be listed or sold. Students who have paid keep their classes.`,
  confirm: "Yes, Suspend This User!",
  busy: "Suspending…",
  text: {
    label: "Reason",
    hint: `Emailed to ${name} and kept in the audit log.`,
    rows: 3,
    maxLength: maxReasonLength,
    missing: messages.noReason,
  },
  check: (reason) => reason.length > maxReasonLength && messages.longReason,
  run: async (reason) => {
    await api("PATCH /users/suspend/{id}", { params: { id }, body: { reason } });
    return { title: `${name} is Suspended` };
  },
});

type ManagedUser = Row<"GET /admin/manage/users">;

interface UserActions {
  readonly self: string;
  readonly onChange: (user: ManagedUser, change: Role | "adult" | "reinstate") => void;
  readonly onSuspend: (user: ManagedUser) => void;
}

const roleNames = { student: "Student", instructor: "Instructor", admin: "Admin" } as const;

function userColumns(actions: UserActions): readonly Column<ManagedUser>[] {
  return [
    { title: "#", kind: "index", cell: (_, index) => index + 1 },
    { title: "User", kind: "title", cell: (user) => <NameAndApplication user={user} /> },
    {
      title: "Email",
      place: "under",
      cell: ({ email }) => (
        <a className="user-email" href={`mailto:${email}`}>
          {email}
        </a>
      ),
    },
    {
      title: "Current Role",
      place: "end",
      cell: ({ role, suspended }) => (
        <div className="user-state">
          <span className={`badge role-badge is-${role}`}>{roleNames[role]}</span>
          {suspended && (
            <span className="warning fine">
              Suspended <Moment at={suspended} />
            </span>
          )}
        </div>
      ),
    },
    { title: "Update Role", cell: (user) => <RoleButtons user={user} {...actions} /> },
  ];
}

function NameAndApplication({ user: { name, suspended, application } }: { readonly user: ManagedUser }) {
  return (
    <div className="user-name">
      {name}
      {application && (
        <details className="more">
          <summary>{application.decision ? "Has applied to teach" : "Applied to teach"}</summary>
          <p className="quote user-application">{application.text}</p>
          <p>
            {/* An untrusted URL: sends no referrer, passes no ranking. */}
            <a href={application.portfolio} target="_blank" rel="noopener noreferrer nofollow external">
              Portfolio of {name}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            <span className="subline">{application.portfolio}</span>
          </p>
          <p className="subline">
            <Moment at={application.date} />
            {application.decision && `, ${application.decision}`}
          </p>
          {!application.decision &&
            (suspended ? (
              <p className="subline">Waits until they’re reinstated.</p>
            ) : (
              <Link to="/dashboard/applications">Accept or decline</Link>
            ))}
        </details>
      )}
    </div>
  );
}

function RoleButtons({ user, self, onChange, onSuspend }: UserActions & { readonly user: ManagedUser }) {
  const isSelf = user.email === self;
  const whose = <span className="visually-hidden"> {user.name}</span>;
  const button = (role: Role, label: string): ReactNode => (
    <Button
      look="quiet"
      size="small"
      disabled={isSelf || user.role === role}
      onClick={() => onChange(user, role)}
    >
      {label}
      {whose}
    </Button>
  );
  return (
    <div className="role-update">
      <div className="cluster role-buttons">
        {button("instructor", "Make Instructor")}
        {button("admin", "Make Admin")}
        {user.role !== "student" && button("student", "Make Student")}
        {!user.isAdult && (
          <Button look="quiet" size="small" onClick={() => onChange(user, "adult")}>
            Confirm Age
            {whose}
          </Button>
        )}
        {!isSelf && (
          <Button
            look="quiet"
            size="small"
            onClick={() => (user.suspended ? onChange(user, "reinstate") : onSuspend(user))}
          >
            {user.suspended ? "Reinstate" : "Suspend"}
            {whose}
          </Button>
        )}
      </div>
      {isSelf && <p>This is you. Another admin can change your role.</p>}
    </div>
  );
}
