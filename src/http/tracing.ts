import { FastifyOtelInstrumentation } from "@fastify/otel";
import {
  DiagLogLevel,
  type Span,
  SpanKind,
  SpanStatusCode,
  context,
  diag,
  propagation,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NoopSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyInstance } from "fastify";
import type { Log } from "../platform/log.ts";
import { queryChannel } from "../platform/query-channel.ts";

export interface Tracing {
  /** Before the routes that it shall follow. */
  follow(app: FastifyInstance): Promise<void>;
}

/**
 * OpenTelemetry traces of requests, and of their questions to a PostgreSQL server, sent by OTLP as JSON. The exporter reads its
 * address and everything else from the standard's variables (https://opentelemetry.io/docs/specs/otel/protocol/exporter/).
 * No span holds anything personal.
 *
 * @param share of the traces, from 0 to 1
 */
export function startTracing(share: number, log: Log): Tracing {
  diag.setLogger(inLog(log), DiagLogLevel.WARN);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const ratio = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "senga" }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    // A visitor may name a trace, but does not decide whether it is kept.
    sampler: new ParentBasedSampler({
      root: ratio,
      remoteParentSampled: ratio,
      remoteParentNotSampled: ratio,
    }),
    spanProcessors: [
      new PersonalDataRemover(),
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter() }),
    ],
  });
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, { method, routeOptions }) =>
      void span.updateName(`${method} ${routeOptions.url ?? "none"}`),
  });
  requests.setTracerProvider(provider);
  followQueries(provider);
  return {
    follow: async (app) => {
      await app.register(requests.plugin());
      app.addHook("onClose", () => provider.shutdown().catch(({ message }: Error) => diag.warn(message)));
    },
  };
}

/** Paths hold emails and links that open doors, and messages of errors hold values of queries. */
class PersonalDataRemover extends NoopSpanProcessor {
  override onEnd({ attributes, status }: ReadableSpan): void {
    delete attributes["url.path"];
    delete status.message;
  }
}

/** Characters. */
const longestText = 2000;

function followQueries(provider: TracerProvider): void {
  const tracer = provider.getTracer("senga");
  const spans = new WeakMap<object, Span>();
  queryChannel.subscribe({
    start: (event) => {
      // Jobs ask every few seconds, of which nobody wants to read.
      if (!trace.getActiveSpan()) return;
      const [operation = ""] = /^\w+/.exec(event.text.trimStart()) ?? [];
      const attributes = {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.query.text": event.text.slice(0, longestText),
      };
      spans.set(event, tracer.startSpan(operation || "query", { kind: SpanKind.CLIENT, attributes }));
    },
    error: (event) => void spans.get(event)?.setStatus({ code: SpanStatusCode.ERROR }),
    asyncEnd: (event) => spans.get(event)?.end(),
    end: () => {},
    asyncStart: () => {},
  });
}

/** Its own words alone: what it adds may hold headers. */
const inLog = (log: Log) => {
  const warn = (message: string): void => log.warn({ tracing: message }, "traces may be missing");
  return { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} };
};
