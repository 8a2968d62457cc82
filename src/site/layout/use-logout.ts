import { useNavigate } from "react-router";
import { mayLeave } from "../../ui/navigation-guard.ts";
import { toast } from "../../ui/toast.tsx";

export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    void (async () => {
      try {
        if (!(await mayLeave())) return;
        // The page must unmount before its guard sees the sign-out.
        await navigate("/", { flushSync: true });
        const { signOut } = await import("../../access/session.ts");
        await signOut();
      } catch {
        toast("Logging out didn’t work. Check your connection and try again.", "error");
      }
    })();
  };
}
