import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.ts";
import { apiQuery, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";

/** Nothing while nobody is blocked. */
export function BlockedPeople(): ReactNode {
  const { data = [] } = useQuery(apiQuery("GET /blocks"));
  const unblocking = useMutation({
    mutationFn: ({ _id }: { readonly _id: string; readonly name: string }) =>
      api("DELETE /blocks/{id}", { params: { id: _id } }),
    onSuccess: (_, { name }) => toast(`You and ${name} see each other’s work again`),
    onSettled: () => refetchCalls("GET /blocks", "GET /class/{classId}/gallery"),
  });
  if (data.length === 0) return null;
  return (
    <details className="gallery-blocked panel">
      <summary>People you’ve blocked ({data.length})</summary>
      <ul role="list">
        {data.map(({ _id, name }) => (
          <li key={_id}>
            <span>{name}</span>
            <Button
              look="quiet"
              size="small"
              busy={unblocking.isPending && unblocking.variables._id === _id && "Unblocking …"}
              onClick={() => unblocking.mutate({ _id, name })}
            >
              Unblock<span className="visually-hidden"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <FormError>{unblocking.error?.message}</FormError>
    </details>
  );
}
