import type { z } from "zod";
import type { CacheTag } from "../platform/invalidation.ts";
import type { ProblemType } from "../platform/errors.ts";

/**
 * One call of the API, declared once. The server validates and guards by it, the typed client is derived from it, the
 * OpenAPI document and the access matrix read it.
 * @typeParam Access the product's own vocabulary of who may call
 */
export interface Endpoint<Access> {
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The body; "json" unless `accepts` says otherwise. */
  readonly body?: z.ZodType;
  readonly accepts?: "json" | "multipart" | "raw";
  /** The most bytes of body, where the general bound does not fit. */
  readonly bodyLimit?: number;
  readonly answer: z.ZodType;
  /** A list: the handler gives a Page, the answer is its rows, the Link header names the next page. */
  readonly paged?: true;
  /** The answer is a file of this name, which the handler streams as CSV. */
  readonly download?: string;
  /** What a public answer shows, by its path's values: for visitors it is kept as finished bytes until one changes. */
  readonly cacheTags?: (params: Readonly<Record<string, string>>) => readonly CacheTag[];
  /** The problems of its own that it can end with, beside those that any call can. */
  readonly errors?: readonly ProblemType[];
  /** The most calls from one address within the given seconds, where the general bound does not fit. */
  readonly rate?: { readonly calls: number; readonly seconds: number };
}

/** Endpoints by method and path, as in "GET /class/{id}". */
export type Contract<Access = unknown> = Readonly<Record<`${Method} /${string}`, Endpoint<Access>>>;
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
type Received<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What the caller sends, part by part; parts that the endpoint does not have are left out. */
export type CallInput<E> = {
  [Part in "params" | "query" | "body" as Part extends keyof E ? Part : never]: Sent<E[Part & keyof E]>;
};
/** What the caller reads: plain JSON. */
export type CallAnswer<E> = E extends { answer: infer A extends z.ZodType } ? z.input<A> : never;

/** What a handler receives, already checked. */
export interface HandlerInput<E> {
  readonly params: E extends { params: infer T } ? Received<T> : undefined;
  readonly query: E extends { query: infer T } ? Received<T> : undefined;
  readonly body: E extends { body: infer T } ? Received<T> : undefined;
}
/** What a handler gives; for a list, the rows. */
export type HandlerAnswer<E> = E extends { answer: infer A extends z.ZodType } ? z.output<A> : never;

/** Splits "GET /class/{id}" into its method and its path with `{id}` in place. */
export function splitKey(key: string): { method: Method; path: string } {
  const [method, path] = key.split(" ");
  return { method: method as Method, path: path ?? "" };
}

/** "/class/{id}" with the values in place, each encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
