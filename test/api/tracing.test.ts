import { once } from "node:events";
import { type Server, createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPostgres } from "../support/database.ts";
import { usePlaces } from "../support/places.ts";
import { type StartingSite, end, startSite } from "../support/site-process.ts";

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

const { newLastingPlace, newPlace } = usePlaces();
const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentSpanId = "b7ad6b7169203331";
const secret = "secret-person@example.org";
const bodies: string[] = [];
let collector: Server;
let statuses: readonly number[];
let said: string;

/** Everything that one site sends, until it has stopped. */
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    if (request.url === "/v1/traces") bodies.push(await text(request));
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  const site = startSite({
    ...(await newLastingPlace("school")),
    DEMO_SCHOOL: "no",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: "a school",
  });
  const origin = await site.untilOpen();
  const ask = async (path: string, init?: RequestInit): Promise<number> => {
    const answer = await fetch(`${origin}${path}`, init);
    await answer.bytes();
    return answer.status;
  };
  const headers = { traceparent: `00-${traceId}-${parentSpanId}-01` };
  const json = { "content-type": "application/json" };
  statuses = [
    await ask("/api/approvedClasses?limit=3&utm_source=traced", { headers }),
    await ask(`/api/selected/classes/${secret}`),
    await ask("/api/jwt", { method: "POST", headers: json, body: JSON.stringify({ email: secret }) }),
    await ask(`/nothing/${secret}`),
  ];
  await end(site, "SIGTERM");
  said = site.said();
}, 120_000);
afterAll(() => void collector.close());

const sent = (): SentSpan[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
const spanOf = (name: string): SentSpan | undefined => sent().find((span) => span.name === name);
const attribute = (span: SentSpan | undefined, name: string): string | undefined =>
  span?.attributes.find(({ key }) => key === name)?.value.stringValue;

test("a request is a span of the trace that its sender began, named by the pattern of its route", () => {
  expect(statuses).toEqual([200, 401, 401, 404]);
  const span = spanOf("GET /api/approvedClasses");
  expect(span).toMatchObject({ traceId, parentSpanId });
  expect(attribute(span, "http.route")).toBe("/api/approvedClasses");
  expect(bodies.join("")).toContain('"stringValue":"a school"');
  expect(said).not.toContain("traces may be missing");
});

test("nothing personal is sent", () => {
  expect(spanOf("POST /api/jwt")).toBeDefined();
  expect(bodies.join("")).not.toMatch(/secret-person|utm_source|127\.0\.0\.1|user_agent/);
});

describe.runIf(isPostgres)("on a server", () => {
  test("the questions of a request stand under it, with placeholders for values", () => {
    const list = sent().filter((span) => span.traceId === traceId);
    const queries = list.filter((span) => attribute(span, "db.system.name") === "postgresql");
    expect(queries.length).toBeGreaterThan(0);
    const ids = new Set(list.map(({ spanId }) => spanId));
    for (const query of queries) expect(ids).toContain(query.parentSpanId);
    expect(queries.map((query) => attribute(query, "db.query.text")).join("\n")).toMatch(
      /from "classes"[^]*\$1/,
    );
  });

  test("what no request has asked is not traced", () => {
    const requests = new Set(
      sent()
        .filter((span) => attribute(span, "http.route"))
        .map((span) => span.traceId),
    );
    for (const span of sent().filter((each) => attribute(each, "db.system.name")))
      expect(requests).toContain(span.traceId);
  });
});

test("a collector that is away is said in the log, and changes no answer", async () => {
  const site: StartingSite = startSite({
    ...(await newPlace("other")),
    DEMO_SCHOOL: "no",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_EXPORTER_OTLP_TIMEOUT: "1000",
  });
  const origin = await site.untilOpen();
  expect((await fetch(`${origin}/api/health`)).status).toBe(200);
  await end(site, "SIGTERM");
  expect(site.said()).toContain("traces may be missing");
}, 120_000);
