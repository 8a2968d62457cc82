import type { ReactNode } from "react";
import { SectionHeading } from "../../../../ui/heading.tsx";
import { useGuard } from "../../../../access/use-guard.ts";
import { LatestPayments } from "../../payments/pages/latest-payments.tsx";
import { WaitingMessages } from "../../../school/contact/pages/open-messages.tsx";
import { WaitingForReview } from "./pending-classes.tsx";
import { StatisticsPanel } from "./statistics-panel.tsx";
import { Tiles } from "./tiles.tsx";
import "./admin-panel-page.css";

export const meta = () => [{ title: "Admin Panel · Senga" }];

export default function AdminPanelPage(): ReactNode {
  const admin = useGuard("admin");
  if (!admin) return null;
  return (
    <>
      <SectionHeading level={1}>Admin Panel</SectionHeading>
      <WaitingMessages />
      <Tiles />
      <StatisticsPanel />
      <div className="panel-columns">
        <WaitingForReview />
        <LatestPayments />
      </div>
    </>
  );
}
