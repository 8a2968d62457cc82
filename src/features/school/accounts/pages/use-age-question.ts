import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { asOrigin } from "../../../../access/origin.ts";
import { useSession } from "../../../../access/session-store.ts";

const path = "/signup/age";
const askedKey = "age-asked";

/** Also in this document, for browsers that store nothing. */
let lastAsked: string | undefined;

function wasAsked(email: string): boolean {
  if (lastAsked === email) return true;
  lastAsked = email;
  try {
    if (localStorage.getItem(askedKey) === email) return true;
    localStorage.setItem(askedKey, email);
  } catch {
    // Asks once per document.
  }
  return false;
}

/** Asks once per browser. The answer can wait, so the question is no wall. */
export function useAgeQuestion(): void {
  const { needsAge, user } = useSession();
  const email = user?.email;
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    if (!needsAge || !email || location.pathname === path || wasAsked(email)) return;
    void navigate(path, { state: location.pathname === "/login" ? location.state : asOrigin(location) });
  }, [needsAge, email, location, navigate]);
}
