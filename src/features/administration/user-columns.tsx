import type { ReactNode } from "react";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Button } from "../../ui/button.tsx";
import { Moment } from "../../ui/moment.tsx";
import type { Column } from "../../ui/table.tsx";
import type { Role } from "../accounts/policy.ts";
import type { administration } from "./contract.ts";
import "./user-columns.css";

export type ManagedUser = CallAnswer<(typeof administration)["GET /admin/manage/users"]>[number];
type NewRole = Exclude<Role, "student">;

interface UserActions {
  /** How many users come before this page. */
  readonly before: number;
  /** The e-mail of who is looking: nobody changes their own role. */
  readonly self: string;
  readonly promoting: { readonly id: string; readonly role: NewRole } | undefined;
  readonly onPromote: (user: ManagedUser, role: NewRole) => void;
}

const roleNames = { student: "Student", instructor: "Instructor", admin: "Admin" } as const;

/** The columns of the table of users. */
export function userColumns(actions: UserActions): readonly Column<ManagedUser>[] {
  return [
    { title: "#", kind: "index", cell: (_, index) => actions.before + index + 1 },
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
      cell: ({ role }) => <span className={`role-badge is-${role}`}>{roleNames[role]}</span>,
    },
    { title: "Update Role", cell: (user) => <RoleButtons user={user} {...actions} /> },
  ];
}

/** The name, and under it what the user wrote to be allowed to teach. */
function NameAndApplication({ user: { name, application } }: { readonly user: ManagedUser }): ReactNode {
  return (
    <div className="user-name">
      {name}
      {application && (
        <details>
          <summary>Applied to teach</summary>
          <p className="application-text">{application.text}</p>
          <p>
            {/* The address is a stranger's: it learns nothing of us, and gains nothing by us. */}
            <a href={application.portfolio} target="_blank" rel="noopener noreferrer nofollow external">
              Portfolio of {name}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            <span className="application-address">{application.portfolio}</span>
          </p>
          <p className="application-date">
            <Moment at={application.date} />
          </p>
        </details>
      )}
    </div>
  );
}

function RoleButtons({
  user,
  self,
  promoting,
  onPromote,
}: UserActions & { readonly user: ManagedUser }): ReactNode {
  const isSelf = user.email === self;
  const busyWith = promoting?.id === user._id ? promoting.role : undefined;
  const button = (role: NewRole, label: string): ReactNode => (
    <Button
      look="quiet"
      size="small"
      disabled={isSelf || user.role === role}
      busy={busyWith === role && "Changing …"}
      onClick={() => onPromote(user, role)}
    >
      {label}
      <span className="visually-hidden"> {user.name}</span>
    </Button>
  );
  return (
    <div className="role-update">
      <div className="role-buttons">
        {button("instructor", "Make Instructor")}
        {button("admin", "Make Admin")}
      </div>
      {isSelf && <p>This is you. Another admin can change your role.</p>}
    </div>
  );
}
