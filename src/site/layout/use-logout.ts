import { useNavigate } from "react-router";
import { mayLeave } from "../../ui/navigation-guard.ts";
import { toast } from "../../ui/toast.ts";

/** Signs out and goes home: the page that is left may be one for members. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    void (async () => {
      try {
        if (!(await mayLeave())) return;
        // Gone from the screen, too, before its guard sees that nobody is signed in.
        await navigate("/", { flushSync: true });
        const { signOut } = await import("../../features/accounts/session.ts");
        await signOut();
      } catch {
        toast("Logging out didn't work. Check your connection and try again.", "error");
      }
    })();
  };
}
