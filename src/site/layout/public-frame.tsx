import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { NavigationBar } from "./navigation-bar.tsx";
import "./public-layout.css";

export function PublicFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <NavigationBar />
      <main id="page" className="public-page">
        {children}
      </main>
      <Footer />
    </>
  );
}
