import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { z } from "zod";
import type { CacheTag } from "../platform/invalidation.ts";
import type { ResponseCache } from "./response-cache.ts";
import { keepParams, splitUrl } from "./url-params.ts";
import type { RenderedResponse } from "./stored-response.ts";
import type { VisitorRate, LimitCalls } from "./visitor-rate-limit.ts";
import type { Page } from "../platform/keyset.ts";
import { Problem, problems } from "../platform/errors.ts";
import {
  type CallAnswer,
  type CallInput,
  type Contract,
  type Endpoint,
  type HandlerAnswer,
  type HandlerInput,
  splitKey,
} from "./contract.ts";

export type Callers = Readonly<Record<string, unknown>>;
type TaggedAccess = { readonly as: string };

export type Handlers<C extends Contract<TaggedAccess>, Who extends Callers> = {
  readonly [Key in keyof C]: (
    input: HandlerInput<C[Key]> & { caller: CallerOf<C[Key], Who>; request: RequestOf<C[Key]> },
  ) => Promise<
    C[Key] extends { paged: true }
      ? Page<Row<HandlerAnswer<C[Key]>>>
      : C[Key] extends { download: string }
        ? Readable
        : HandlerAnswer<C[Key]>
  >;
};
export type AnyHandlers = Readonly<Record<string, (input: never) => Promise<unknown>>>;
type CallerOf<E, Who extends Callers> = E extends { access: { as: infer Kind extends keyof Who } }
  ? Who[Kind]
  : never;
/** Pages call public endpoints without one. */
type RequestOf<E> = E extends { access: { as: "anyone" } } ? FastifyRequest | undefined : FastifyRequest;
type Row<List> = List extends readonly (infer Item)[] ? Item : never;

/** For handlers that answer no more than that their work is done. */
export async function after<const Answer>(work: Promise<unknown>, answer: Answer): Promise<Answer> {
  await work;
  return answer;
}

/** Calls name an id `_id`. */
export const withId = <Identified extends { readonly id: string }>({ id, ...row }: Identified) => ({
  _id: id,
  ...row,
});

export type Authorize<Access> = (request: FastifyRequest, access: Access) => Promise<unknown>;

declare module "fastify" {
  interface FastifyRequest {
    caller: unknown;
  }
  interface FastifyContextConfig {
    endpoint?: string;
  }
}

export interface EndpointOptions<Access> {
  readonly app: FastifyInstance;
  readonly authorize: Authorize<Access>;
  readonly describeAccess: (access: Access) => { description: string; security: Record<string, string[]>[] };
  readonly cache: ResponseCache;
  readonly limitCalls: LimitCalls;
  readonly callRate: VisitorRate;
  readonly failsUndeclared: boolean;
}

export function registerEndpoints<A extends TaggedAccess>(
  { app, authorize, describeAccess, cache, limitCalls, callRate, failsUndeclared }: EndpointOptions<A>,
  group: string,
  contract: Contract<A>,
  handlers: AnyHandlers,
): void {
  for (const [key, endpoint] of Object.entries<Endpoint<A>>(contract)) {
    const { method, path } = splitKey(key);
    const handle = handlers[key] as (input: object) => Promise<unknown>;
    const route: RouteOptions = {
      method,
      url: path.replace(/\{(\w+)\}/g, ":$1"),
      schema: {
        summary: endpoint.summary,
        tags: [group],
        ...describeAccess(endpoint.access),
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: endpoint.answer, ...problemResponses(endpoint) },
      },
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
      config: { endpoint: key },
      // Before the body is read, so rejected requests count.
      preParsing: async (request, reply) => {
        if (endpoint.rate) await limitCalls(key, endpoint.rate, request);
        request.caller = await authorize(request, endpoint.access);
        if (request.caller !== undefined) reply.header("cache-control", "private, no-store");
      },
      handler: async (request, reply) => {
        const { params, query, body, caller } = request;
        const answer = () =>
          handle({ params, query, body, caller, request }).catch((error: unknown) => {
            if (failsUndeclared) assertDeclared(key, endpoint, error);
            throw error;
          });
        if (!endpoint.cacheTags || caller !== undefined)
          return sendAnswer(endpoint, request, reply, await answer());
        const cacheTags = endpoint.cacheTags(request.params as Record<string, string>);
        const [pathOfUrl] = splitUrl(request.url);
        const cached = {
          name: `api ${pathOfUrl}`,
          params: namesOf(endpoint),
          ...(!endpoint.rate && { rate: callRate }),
        };
        return cache.send(request, reply, cached, async (kept) =>
          renderAnswer(endpoint, pathOfUrl + kept, reply, await answer(), cacheTags),
        );
      },
    };
    if (endpoint.accepts === "raw") registerRawBodyRoute(app, route);
    else app.route(route);
  }
}

const commonCodes: ReadonlySet<string> = new Set(Object.values(problems).map(({ code }) => code));

function assertDeclared(key: string, endpoint: Endpoint<unknown>, error: unknown): void {
  if (!(error instanceof Problem) || commonCodes.has(error.type.code)) return;
  if (endpoint.errors?.some(({ code }) => code === error.type.code)) return;
  throw new Error(`${key} does not declare the problem ${error.type.code}`, { cause: error });
}

/** Webhook signatures cover the raw bytes. */
function registerRawBodyRoute(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.route(route);
  });
}

function sendAnswer(
  endpoint: Endpoint<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): FastifyReply {
  if (endpoint.download !== undefined) {
    return reply
      .type(endpoint.download.endsWith(".pdf") ? "application/pdf" : "text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${endpoint.download}"`)
      .send(answer);
  }
  const page = pageIn(endpoint, answer);
  if (!page) return reply.send(answer);
  const { rows, next } = page;
  if (next !== undefined) reply.header("link", linkToNext(urlOf(endpoint, request), next));
  return reply.send(rows);
}

function renderAnswer(
  endpoint: Endpoint<unknown>,
  url: string,
  reply: FastifyReply,
  answer: unknown,
  cacheTags: readonly CacheTag[],
): RenderedResponse {
  const page = pageIn(endpoint, answer);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    ...(page?.next !== undefined && { link: linkToNext(url, page.next) }),
  };
  const body = reply.code(200).serialize(page ? page.rows : answer) as string;
  return { status: 200, headers, body, cacheTags };
}

const pageIn = (endpoint: Endpoint<unknown>, answer: unknown): Page<unknown> | undefined =>
  endpoint.paged ? (answer as Page<unknown>) : undefined;

const namesOf = (endpoint: Endpoint<unknown>): readonly string[] => Object.keys(endpoint.query?.shape ?? {});

function urlOf(endpoint: Endpoint<unknown>, { url }: FastifyRequest): string {
  const [path, query] = splitUrl(url);
  return path + keepParams(query, namesOf(endpoint));
}

/** RFC 8288. */
function linkToNext(currentUrl: string, cursor: string): string {
  const next = new URL(currentUrl, "http://same.origin");
  next.searchParams.set("cursor", cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    endsSession: z
      .literal(true)
      .optional()
      .describe("The session is over: sign out, and log in again. Other refusals leave it as it is"),
  })
  .meta({ id: "Problem", description: "RFC 9457 problem document; `code` is stable" });

function problemResponses(endpoint: Endpoint<unknown>) {
  const byStatus = new Map<number, string[]>();
  for (const { status, code } of endpoint.errors ?? [])
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(", "), content: { "application/problem+json": { schema: problemSchema } } },
    ]),
  );
}

export type LocalCaller<C extends Contract> = <Key extends keyof C & string>(
  key: Key,
  ...input: Record<string, never> extends CallInput<C[Key]>
    ? [input?: CallInput<C[Key]>]
    : [input: CallInput<C[Key]>]
) => Promise<{ answer: CallAnswer<C[Key]>; next?: string }>;

/** Throws for an endpoint that is not public. */
export function callLocally<C extends Contract<TaggedAccess>>(
  contract: C,
  handlers: { readonly [Key in keyof C]: (input: never) => Promise<unknown> },
  cacheTags: Set<CacheTag>,
): LocalCaller<C> {
  return async (key, ...[input]) => {
    const endpoint = contract[key] as Endpoint<TaggedAccess>;
    if (endpoint.access.as !== "anyone") throw new Error(`${key} is not a public endpoint`);
    const handle = handlers[key] as (input: object) => Promise<unknown>;
    const callInput: { params?: Record<string, string>; query?: unknown; body?: unknown } = input ?? {};
    for (const tag of endpoint.cacheTags?.(callInput.params ?? {}) ?? []) cacheTags.add(tag);
    const result = await handle({
      params: parse(endpoint.params, callInput.params ?? {}),
      query: parse(endpoint.query, callInput.query ?? {}),
      body: parse(endpoint.body, callInput.body),
      caller: undefined,
    });
    const page = pageIn(endpoint, result);
    const encoded = z.encode(endpoint.answer, page ? page.rows : result);
    const answer = JSON.parse(JSON.stringify(encoded));
    return page?.next === undefined ? { answer } : { answer, next: page.next };
  };
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => ({
    field: issue.path.join("."),
    message: issue.message,
  }));
  throw new Problem(problems["invalid-input"], undefined, fields);
}
