import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { FilterForm, Choice } from "../../../../ui/filter-form.tsx";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { useGuard } from "../../../../access/use-guard.ts";
import { ContactMessageCard } from "./contact-message-card.tsx";
import { AdminList } from "../../../shared/admin-list.tsx";
import { oneOf, wordsIn } from "../../../shared/list-url.ts";
import { messagesQuery } from "./messages-query.ts";

export const meta = () => [{ title: "Messages · Senga" }];

const statuses = ["open", "done", "all"] as const;
const usual = "open";
const options = [
  { value: "open", label: "To answer" },
  { value: "done", label: "Done" },
  { value: "all", label: "All" },
];
const pageSize = 20;

export default function MessagesPage(): ReactNode {
  const admin = useGuard("admin");
  return (
    admin && (
      <>
        <h1 tabIndex={-1}>Messages</h1>
        <FilterForm label="Messages" placeholder="Name, email or words" defaults={{ status: usual }}>
          <Choice label="Show" name="status" options={options} usual={usual} />
        </FilterForm>
        <MessageList />
      </>
    )
  );
}

function MessageList(): ReactNode {
  const [search] = useSearchParams();
  const status = oneOf(search.get("status"), statuses) ?? usual;
  const query = useQuery(
    messagesQuery({
      limit: pageSize,
      cursor: search.get("cursor") ?? undefined,
      q: wordsIn(search),
      status: status === "all" ? undefined : status,
    }),
  );
  const isWhole = status === "open" && !wordsIn(search);
  return (
    <AdminList query={query} noun={["message", "messages"]} more="Earlier messages">
      {(rows) =>
        rows.length > 0 ? (
          <ul role="list" className="contact-messages">
            {rows.map((message) => (
              <ContactMessageCard key={message._id} message={message} />
            ))}
          </ul>
        ) : (
          <EmptyPage action={<ButtonLink to="/dashboard/messages?status=all">Show all messages</ButtonLink>}>
            {isWhole ? "No messages to answer." : "No messages match."}
          </EmptyPage>
        )
      }
    </AdminList>
  );
}
