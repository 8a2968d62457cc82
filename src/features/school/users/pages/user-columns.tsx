import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import type { Column } from "../../../../ui/table.tsx";
import type { Role } from "../../../../access/policy.ts";
import type { Row } from "../../../../access/api-query.ts";
import "./user-columns.css";

export type ManagedUser = Row<"GET /admin/manage/users">;

interface UserActions {
  /** Email of the signed-in admin: nobody changes their own role. */
  readonly self: string;
  readonly onChange: (user: ManagedUser, change: Role | "adult" | "reinstate") => void;
  readonly onSuspend: (user: ManagedUser) => void;
}

const roleNames = { student: "Student", instructor: "Instructor", admin: "Admin" } as const;

export function userColumns(actions: UserActions): readonly Column<ManagedUser>[] {
  return [
    { title: "#", kind: "index", cell: (_, index) => index + 1 },
    { title: "User", kind: "title", cell: (user) => <NameAndApplication user={user} /> },
    {
      title: "Email",
      cell: ({ email }) => (
        <a className="user-email" href={`mailto:${email}`}>
          {email}
        </a>
      ),
    },
    {
      title: "Current Role",
      cell: ({ role, suspended }) => (
        <div className="user-state">
          <span className={`role-badge is-${role}`}>{roleNames[role]}</span>
          {suspended && (
            <span className="user-suspended">
              Suspended <Moment at={suspended} />
            </span>
          )}
        </div>
      ),
    },
    { title: "Update Role", cell: (user) => <RoleButtons user={user} {...actions} /> },
  ];
}

function NameAndApplication({ user: { name, application } }: { readonly user: ManagedUser }): ReactNode {
  return (
    <div className="user-name">
      {name}
      {application && (
        <details>
          <summary>{application.decision ? "Has applied to teach" : "Applied to teach"}</summary>
          <p className="application-text">{application.text}</p>
          <p>
            {/* An untrusted URL: send no referrer, pass no ranking. */}
            <a href={application.portfolio} target="_blank" rel="noopener noreferrer nofollow external">
              Portfolio of {name}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            <span className="application-address">{application.portfolio}</span>
          </p>
          <p className="application-date">
            <Moment at={application.date} />
            {application.decision && `, ${application.decision}`}
          </p>
          {!application.decision && <Link to="/dashboard/applications">Accept or decline</Link>}
        </details>
      )}
    </div>
  );
}

function RoleButtons({
  user,
  self,
  onChange,
  onSuspend,
}: UserActions & { readonly user: ManagedUser }): ReactNode {
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
      <div className="role-buttons">
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
