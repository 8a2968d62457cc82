import { Link } from "react-router";
import { useAgeQuestion } from "../../features/school/accounts/pages/use-age-question.ts";
import type { IdentityUser } from "../../identity/client.ts";
import { Button } from "../../ui/button.tsx";
import { Photo } from "../../ui/photo.tsx";
import { useLogout } from "./use-logout.ts";

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
