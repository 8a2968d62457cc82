import type { CallAnswer, CallInput, Contract } from "./contract.ts";
import { fillPath, splitKey } from "./contract.ts";
import { noConnection } from "../ui/connection.ts";

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly { field: string; message: string }[];

  constructor(status: number, code: string, message: string, fields: ApiError["fields"] = []) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export type CallArguments<E> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export type Caller<C extends Contract> = <Key extends keyof C & string>(
  key: Key,
  ...input: CallArguments<C[Key]>
) => Promise<CallAnswer<C[Key]>>;

export type Transport = (path: string, init: RequestInit) => Promise<Response>;

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

/** The URL names nothing, so a retry can't help. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

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

export async function sendRequest(
  via: Transport,
  path: string,
  init: RequestInit,
  token: string | null,
): Promise<Response> {
  try {
    return await via(path, withToken(init, token));
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(0, "network-request-failed", noConnection);
  }
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  if (!token) return init;
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

interface LooseInput {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, string | number | boolean | undefined>;
  readonly body?: unknown;
}

export interface Client<C extends Contract> extends Caller<C> {
  page<Key extends keyof C & string>(
    key: Key,
    input: CallInput<C[Key]>,
  ): Promise<{ rows: CallAnswer<C[Key]>; next: string | undefined }>;
  file<Key extends keyof C & string>(key: Key, input: CallInput<C[Key]>): Promise<Blob>;
}

/** Imports the contract as a type only, so the browser loads no schema. */
export function createClient<C extends Contract>(send: Transport): Client<C> {
  const request = async (key: string, input: unknown): Promise<Response> => {
    const { params, query, body } = (input ?? {}) as LooseInput;
    const { method, path } = splitKey(key);
    const searchParams = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    );
    const url = `/api${fillPath(path, params)}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
    const response = await send(url, body === undefined ? { method } : { method, ...asBody(body) });
    if (!response.ok) throw await readProblem(response);
    return response;
  };
  const call: Caller<C> = async (key, ...[input]) => (await request(key, input)).json();
  const page: Client<C>["page"] = async (key, input) => {
    const response = await request(key, input);
    return { rows: await response.json(), next: nextCursor(response) };
  };
  const file: Client<C>["file"] = async (key, input) => (await request(key, input)).blob();
  return Object.assign(call, { page, file });
}

function nextCursor(response: Response): string | undefined {
  const url = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return url ? (new URL(url, location.origin).searchParams.get("cursor") ?? undefined) : undefined;
}

const asBody = (body: unknown): RequestInit =>
  body instanceof FormData
    ? { body }
    : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };

async function readProblem(response: Response): Promise<ApiError> {
  const document = (await response.json().catch(() => ({}))) as {
    code?: string;
    detail?: string;
    fields?: ApiError["fields"];
  };
  return new ApiError(
    response.status,
    document.code ?? "internal-error",
    document.detail ?? "Something went wrong on our server. Please try again.",
    document.fields,
  );
}
