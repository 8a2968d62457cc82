import { useNavigate } from "react-router";
import { toast } from "../../ui/toast.ts";
import { signOut } from "../accounts/session.ts";

/** Signs out and goes home: the page that is left may be one for members. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    void (async () => {
      try {
        await navigate("/");
        await signOut();
      } catch {
        toast("Signing out did not work. Check your network, then try again.", "error");
      }
    })();
  };
}
