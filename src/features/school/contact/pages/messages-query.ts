import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CallAnswer, CallInput } from "../../../../http/contract.ts";
import { queryClient } from "../../../../access/query-client.ts";
import { api } from "../../../../access/session.ts";
import type { contact } from "../contract.ts";

export type ContactMessage = CallAnswer<(typeof contact)["GET /admin/messages"]>[number];
type MessagesQuery = CallInput<(typeof contact)["GET /admin/messages"]>["query"];

const messages = "contact messages";

export const messagesQuery = (query: MessagesQuery) =>
  queryOptions({
    queryKey: [messages, "list", query],
    queryFn: () => api.page("GET /admin/messages", { query }),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  });

export const openMessagesQuery = queryOptions({
  queryKey: [messages, "open"],
  queryFn: () => api("GET /admin/messages/open"),
  refetchInterval: 30_000,
});

export const refetchMessages = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [messages] });
