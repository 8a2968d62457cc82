import { Suspense } from "react";
import { SectionHeading } from "../../ui/heading.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useMember } from "../../access/use-guard.ts";
import "./start-page.css";

export const meta = () => [{ title: "Your desk · Senga" }];

interface StartProps {
  readonly email: string;
}

const starts = {
  student: lazyPart<StartProps>(() => import("./student-start.tsx")),
  instructor: lazyPart<StartProps>(() => import("./instructor-start.tsx")),
  admin: lazyPart<StartProps>(() => import("./admin-start.tsx")),
};

export default function StartPage() {
  const { user, role } = useMember();
  const Start = starts[role];
  return (
    <div className="start-page">
      <SectionHeading level={1}>Your desk</SectionHeading>
      <Suspense fallback={<Loading label="Laying out your desk" shape="sheet" />}>
        <Start email={user.email} />
      </Suspense>
    </div>
  );
}
