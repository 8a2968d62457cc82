import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { systemClock } from "../../platform/clock.ts";
import { Logo } from "../../ui/logo.tsx";
import { footerGroups } from "./navigation.ts";
import "./footer.css";

export function Footer(): ReactNode {
  return (
    <footer className="footer">
      <div className="wrap">
        <div>
          <Logo />
          <p>Anime Drawing Course platform!</p>
        </div>
        {footerGroups.map(({ title, links }) => (
          <nav key={title} aria-labelledby={`footer-${title}`}>
            <h2 id={`footer-${title}`}>{title}</h2>
            <ul>
              {links.map(([label, to]) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="footer-fine">
          <span>Copyright © {systemClock.now().getFullYear()} Senga</span>
          <span>All Rights Reserved</span>
        </div>
      </div>
    </footer>
  );
}
