import type { z } from "zod";
import type { CacheTag } from "../platform/invalidation.ts";
import type { ProblemType } from "../platform/errors.ts";
import type { RateLimit } from "../platform/rate-limiter.ts";

export interface Endpoint<Access> {
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly accepts?: "json" | "multipart" | "raw";
  /** Bytes. */
  readonly bodyLimit?: number;
  readonly answer: z.ZodType;
  readonly paged?: true;
  readonly download?: string;
  readonly cacheTags?: (params: Readonly<Record<string, string>>) => readonly CacheTag[];
  readonly errors?: readonly ProblemType[];
  /** Per user or network, across processes; `visitor-rate-limit.ts` limits all calls together. */
  readonly rate?: RateLimit;
}

export type Contract<Access = unknown> = Readonly<Record<`${Method} /${string}`, Endpoint<Access>>>;
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
type Received<T> = T extends z.ZodType ? z.output<T> : undefined;

export type CallInput<E> = {
  [Part in "params" | "query" | "body" as Part extends keyof E ? Part : never]: Sent<E[Part & keyof E]>;
};
export type CallAnswer<E> = E extends { answer: infer A extends z.ZodType } ? z.input<A> : never;

export interface HandlerInput<E> {
  readonly params: E extends { params: infer T } ? Received<T> : undefined;
  readonly query: E extends { query: infer T } ? Received<T> : undefined;
  readonly body: E extends { body: infer T } ? Received<T> : undefined;
}
export type Body<C, Key extends keyof C> = HandlerInput<C[Key]>["body"];
export type Query<C, Key extends keyof C> = HandlerInput<C[Key]>["query"];
export type HandlerAnswer<E> = E extends { answer: infer A extends z.ZodType } ? z.output<A> : never;

export function splitKey(key: string): { method: Method; path: string } {
  const [method, path] = key.split(" ");
  return { method: method as Method, path: path ?? "" };
}

export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
