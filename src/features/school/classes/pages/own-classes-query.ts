import { queryClient } from "../../../../access/query-client.ts";

export const ownClassesKey = "my classes";

export const refetchOwnClasses = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [ownClassesKey] });

export const sendAgainPath = (id: string): string => `/dashboard/add-class?again=${id}`;
