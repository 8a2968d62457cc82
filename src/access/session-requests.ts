import { ApiError, type Transport, isAbort } from "../http/client.ts";
import { noConnection } from "../ui/connection.ts";

export const isAuthError = (error: unknown): boolean => {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return status === 401 || status === 403;
};

export function undefinedOn401(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) return undefined;
  throw error;
}

export async function endsSession(response: Response): Promise<boolean> {
  const problem: { endsSession?: unknown } | null = await response
    .clone()
    .json()
    .catch(() => null);
  return problem?.endsSession === true;
}

export async function sendRequest(via: Transport, path: string, init: RequestInit): Promise<Response> {
  try {
    return await via(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(0, "network-request-failed", noConnection);
  }
}

export function withToken(init: RequestInit, token: string | null): RequestInit {
  if (!token) return init;
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
