import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { Footer } from "./footer.tsx";
import { NavigationBar } from "./navigation-bar.tsx";
import "./public-layout.css";

/** The frame of every public page: bar, page, footer. */
export default function PublicLayout(): ReactNode {
  return (
    <>
      <NavigationBar />
      <main id="page" className="public-page">
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
