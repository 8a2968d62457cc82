import type { ReactNode } from "react";
import { FilterForm, Choice } from "../../../../ui/filter-form.tsx";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { apiPageQuery } from "../../../../access/api-query.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { ContactMessageCard } from "./contact-message-card.tsx";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, wordsIn } from "../../../shared/list-query.ts";

export const meta = () => [{ title: "Messages · Senga" }];

const usual = "open";
const options = [
  { value: "open", label: "To answer" },
  { value: "done", label: "Done" },
  { value: "all", label: "All" },
] as const;

const statusIn = (search: URLSearchParams) =>
  oneOf(
    search.get("status"),
    options.map(({ value }) => value),
  ) ?? usual;

export default function MessagesPage(): ReactNode {
  const admin = useGuard("admin");
  return (
    admin && (
      <ListPage
        title="Messages"
        noun={["message", "messages"]}
        query={(page, search) => {
          const status = statusIn(search);
          const query = { ...page, q: wordsIn(search), status: status === "all" ? undefined : status };
          return { ...apiPageQuery("GET /admin/messages", { query }), refetchInterval: 15_000 };
        }}
        limit={20}
        renderRows={(rows) => (
          <ul role="list" className="contact-messages">
            {rows.map((message) => (
              <ContactMessageCard key={message._id} message={message} />
            ))}
          </ul>
        )}
        more="Earlier messages"
        renderEmpty={(search) => (
          <EmptyPage action={<ButtonLink to="?status=all">Show all messages</ButtonLink>}>
            {statusIn(search) === "open" && !wordsIn(search)
              ? "No messages to answer."
              : "No messages match."}
          </EmptyPage>
        )}
      >
        <FilterForm label="Messages" placeholder="Name, email or words" defaults={{ status: usual }}>
          <Choice label="Show" name="status" options={options} usual={usual} />
        </FilterForm>
      </ListPage>
    )
  );
}
