import { Suspense } from "react";
import { SectionHeading } from "../../ui/heading.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useMember } from "../../access/use-guard.ts";
import "./start-page.css";

export const meta = () => [{ title: "Your desk · Senga" }];

const starts = {
  student: lazyPart(() => import("./student-start.tsx")),
  instructor: lazyPart(() => import("./instructor-start.tsx")),
  admin: lazyPart(() => import("./admin-start.tsx")),
};

export default function StartPage() {
  const Start = starts[useMember().role];
  return (
    <div className="start-page">
      <SectionHeading level={1}>Your desk</SectionHeading>
      <Suspense fallback={<Loading label="Laying out your desk" shape="sheet" />}>
        <Start />
      </Suspense>
    </div>
  );
}
