import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { systemClock } from "../../../../platform/clock.ts";
import { DrawnIcon } from "../../../../ui/icons.tsx";
import { api, setUnread, useUnread } from "../../../../access/session.ts";
import "./notification-bell.css";

const bell = "M5 17h14l-2-3V9.5a5 5 0 0 0-10 0V14ZM10 20.5h4M12 4.5V2.5";
const list = "/dashboard/notifications";

export default function NotificationBell() {
  const { count } = useUnread();
  const { pathname } = useLocation();
  useReadingOnArrival();
  return (
    <Link className="icon-button bell" to={list} aria-current={pathname === list ? "page" : undefined}>
      <span title="Notifications" aria-hidden="true">
        <DrawnIcon drawing={bell} />
      </span>
      <span className="visually-hidden">Notifications</span>
      {count > 0 && (
        <span className="bell-count">
          {count > 99 ? "99+" : count}
          <span className="visually-hidden"> new</span>
        </span>
      )}
    </Link>
  );
}

/** Milliseconds during which a page shows the result of the check on arrival. */
const arrivalTime = 10_000;
/** Shared, because a page may have two bells, one of them hidden. */
let arrival = { address: "", at: 0, read: "" };

function useReadingOnArrival(): void {
  const { paths } = useUnread();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const now = systemClock.now().getTime();
    const address = pathname + search;
    if (arrival.address !== address) arrival = { address, at: now, read: "" };
    // One of a list's records is not the others.
    const here = paths.filter(
      (path) => path === pathname || path === address || (search === "" && path.startsWith(`${pathname}?`)),
    );
    const read = here.join(" ");
    if (read === arrival.read || now - arrival.at > arrivalTime) return;
    arrival.read = read;
    if (here.length === 0) return;
    void api("POST /notifications/read", { body: { paths: here } })
      .then(setUnread)
      .catch(() => {});
  }, [pathname, search, paths]);
}
