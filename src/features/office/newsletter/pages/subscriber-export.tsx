import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { csvText } from "../../../../platform/csv-cells.ts";
import { Button } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { type Row } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";

export function SubscriberExport({ isEmpty }: { readonly isEmpty: boolean }): ReactNode {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const rows = (await fetchSubscribers()).map(({ name, email, confirmedAt }) => [
        name,
        email,
        String(confirmedAt ?? ""),
      ]);
      download("subscribers.csv", csvText([["Name", "Email", "Confirmed (UTC)"], ...rows]));
    },
  });
  return (
    <>
      <Button
        look="quiet"
        size="small"
        disabled={isEmpty}
        busy={isPending && "Loading …"}
        onClick={() => mutate()}
      >
        Export as CSV
        <span className="visually-hidden"> the subscribers</span>
      </Button>
      <FormError>{error?.message}</FormError>
    </>
  );
}

async function fetchSubscribers() {
  const all: Row<"GET /admin/newsletter/subscribers">[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.page("GET /admin/newsletter/subscribers", { query: { limit: 100, cursor } });
    all.push(...page.rows);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

function download(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
