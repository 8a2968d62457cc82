import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import type { Contract } from "../http/contract.ts";
import type { AnyHandlers, Handlers } from "../http/register-endpoints.ts";
import type { ResponseCache } from "../http/response-cache.ts";
import type { VisitorRates } from "../http/visitor-rate-limit.ts";
import type { Listener } from "../platform/events.ts";
import type { AuthorizeCaller, CallerFor } from "../access/authorize.ts";
import type { Access } from "../access/policy.ts";

export interface RouteParts {
  readonly authorize: AuthorizeCaller;
  readonly cache: ResponseCache;
  readonly rates: VisitorRates;
  /** Tests serve another folder. */
  readonly drawings: string | undefined;
}

type Work = (signal: AbortSignal) => Promise<unknown>;

export interface FeatureJob<Name extends string = string> {
  readonly name: Name;
  /** From the end of one run to the start of the next. */
  readonly seconds: number;
  /** Called when a process starts; undefined: nothing to do. */
  readonly create: (context: AppContext) => Work | undefined;
}

export const job = <const Name extends string>(
  name: Name,
  seconds: number,
  work: (context: AppContext, signal: AbortSignal) => Promise<unknown>,
): FeatureJob<Name> => ({ name, seconds, create: (context) => (signal) => work(context, signal) });

interface FeatureParts<C extends Contract<Access>, JobName extends string> {
  readonly name: string;
  readonly contract: C;
  readonly handlers: (context: AppContext, app: FastifyInstance) => Handlers<C, CallerFor>;
  readonly jobs: readonly FeatureJob<JobName>[];
  readonly listeners: readonly Listener[];
  /** Routes that no contract describes: files, uploads, downloads. */
  readonly mount?: (app: FastifyInstance, context: AppContext, parts: RouteParts) => Promise<void>;
}

/** What the rest of the site knows of a feature; `src/features.ts` lists them. */
export interface Feature extends Omit<FeatureParts<Contract<Access>, string>, "handlers"> {
  readonly handlers: (context: AppContext, app: FastifyInstance) => AnyHandlers;
}

export const defineFeature = <const C extends Contract<Access>, const JobName extends string = never>(
  parts: Pick<FeatureParts<C, JobName>, "name" | "contract"> & Partial<FeatureParts<C, JobName>>,
): FeatureParts<C, JobName> => ({
  handlers: () => ({}) as Handlers<C, CallerFor>,
  jobs: [],
  listeners: [],
  ...parts,
});
