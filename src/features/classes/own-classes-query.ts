import { queryClient } from "../accounts/query-client.ts";

/** Under this key is kept what My Classes shows. */
export const ownClassesKey = "my classes";

/** Asks again for what My Classes shows. */
export const refetchOwnClasses = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [ownClassesKey] });

/** The form that sends a denied class again. */
export const sendAgainPath = (id: string): string => `/dashboard/add-class?again=${id}`;
