import { useInfiniteQuery } from "@tanstack/react-query";
import { apiListQuery } from "../../../../access/api-query.ts";
import { NextPage } from "../../../../ui/next-page.tsx";
import type { DrawingPlace } from "./show-drawing.tsx";

export default function NicePeople({ place }: { readonly place: DrawingPlace }) {
  const query = useInfiniteQuery(
    apiListQuery("GET /class/{classId}/gallery/{id}/nices", (cursor) => ({
      params: { ...place },
      query: { limit: 20, cursor },
    })),
  );
  const people = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (people.length === 0) return null;
  return (
    <div>
      <p className="words">
        From {list.format(people.map(({ name }) => name))}. Only you see who it came from.
      </p>
      <NextPage query={query}>Show more</NextPage>
    </div>
  );
}

const list = new Intl.ListFormat("en-US");
