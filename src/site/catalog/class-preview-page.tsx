import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { systemClock } from "../../platform/clock.ts";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { api } from "../../access/session.ts";
import { outlineFacts } from "../../features/classroom/lessons/pages/outline-facts.ts";
import { isMissing } from "../../http/client.ts";
import type { ClassStatus } from "../../features/school/classes/state.ts";
import { useMember } from "../../access/use-guard.ts";
import { offerOf } from "./class-offer.ts";
import { ClassView } from "./class-page.tsx";

export const meta = () => [{ title: "Preview · Senga" }];

const seeing: Record<ClassStatus, string> = {
  pending: "will see this class once it’s approved",
  approved: "see this class",
  denied: "would have seen this class",
};

/** Undefined if the instructor has no public page. */
async function introduce(id: string) {
  try {
    return await api("GET /instructors/{id}/introduction", { params: { id } });
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

export default function ClassPreviewPage() {
  const { role } = useMember();
  const { id = "" } = useParams();
  return <Preview key={id} id={id} isAdmin={role === "admin"} />;
}

function Preview({ id, isAdmin }: { readonly id: string; readonly isAdmin: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["class preview", id],
    queryFn: async () => {
      const [shown, outline, { critiqueDays, progress }] = await Promise.all([
        api("GET /class/{id}", { params: { id } }),
        api("GET /class/{id}/outline", { params: { id } }),
        api("GET /class/{id}/practice", { params: { id } }),
      ]);
      const instructor = await introduce(shown.instructorId);
      const now = systemClock.now().toISOString();
      const hasPreviewLinks = shown.status === "approved";
      return {
        shown,
        outline: outlineFacts(outline, { classId: id, now, hasPreviewLinks }),
        offer: offerOf(shown, outline, critiqueDays, now),
        progress,
        instructor,
      };
    },
    gcTime: 0,
  });
  if (data) {
    return (
      <>
        <p className="panel is-note">
          <strong>Preview.</strong> This is how students {seeing[data.shown.status]}.{" "}
          <Link to={isAdmin ? "/dashboard/manage-classes" : "/dashboard/instructor/my-classes"}>
            {isAdmin ? "Back to Manage Classes" : "Back to My Classes"}
          </Link>
        </p>
        <ClassView {...data} more={[]} isTheirs={false} />
      </>
    );
  }
  if (isMissing(error)) return <EmptyPage>We couldn’t find this class.</EmptyPage>;
  return (
    <QueryStatus
      query={{ error, refetch }}
      what="the class"
      shape="sheet"
      failure="The class couldn’t be loaded."
    />
  );
}
