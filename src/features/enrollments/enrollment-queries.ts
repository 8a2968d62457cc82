import { queryOptions } from "@tanstack/react-query";
import { api } from "../accounts/session.ts";

/** The classes that the student is enrolled in, newest first. */
export const enrolledClassesQuery = (email: string) =>
  queryOptions({
    queryKey: ["enrolled classes", email],
    queryFn: () => api("GET /enrolled/classes/{email}", { params: { email }, query: {} }),
  });
