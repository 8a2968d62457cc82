import { Link } from "react-router";
import { useAgeQuestion } from "../../features/school/accounts/pages/use-age-question.ts";
import type { IdentityUser } from "../../identity/client.ts";
import { Button } from "../../ui/button.tsx";
import { Photo } from "../../ui/photo.tsx";
import { useLogout } from "./use-logout.ts";
import { useTakenClasses } from "../../features/school/selections/pages/use-taken-classes.ts";
import { Icon } from "../../ui/icons.tsx";
import { ofRole } from "./navigation.ts";

export default function SignedIn({ user, block }: { readonly user: IdentityUser; readonly block: boolean }) {
  const logout = useLogout();
  useAgeQuestion();
  return (
    <>
      <Link className="row who" to="/dashboard/account" title="Account">
        <Photo src={user.photoURL} name={user.displayName} />
        <span className="who-name">{user.displayName}</span>
      </Link>
      <Button look="quiet" size="small" block={block} onClick={logout}>
        Logout
      </Button>
    </>
  );
}

const noClasses: readonly string[] = [];

export interface SelectedClassesProps {
  readonly look: "count" | "link";
}

export function SelectedClasses({ look }: SelectedClassesProps) {
  const { selectedCount } = useTakenClasses(noClasses);
  if (selectedCount === 0) return null;
  const count = (
    <span className="navigation-count">
      {selectedCount}
      <span className="visually-hidden"> selected</span>
    </span>
  );
  if (look === "count") return count;
  return (
    <Link className="icon-button navigation-selected" to={ofRole.student.to}>
      <Icon name="bookmark" />
      <span className="visually-hidden">{ofRole.student.label}</span>
      {count}
    </Link>
  );
}
