import { SectionHeading } from "../../ui/heading.tsx";
import { apiContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import type { Route } from "./+types/api-docs-page";
import "./api-docs-page.css";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>;
}
interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { answer } = await context.get(apiContext)("GET /openapi.json");
  const paths = answer["paths"] as Record<string, Record<string, Operation>>;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
  return { calls };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "API · Senga",
    description:
      "Every API call Senga uses: what to send, what you get back, who may call it, and which errors to expect.",
    path: "/api/docs",
  });

export default function ApiDocsPage({ loaderData: { calls } }: Route.ComponentProps) {
  const groups = [...new Set(calls.map(({ tags }) => tags[0]))];
  return (
    <div className="wrap page-section api-docs">
      <SectionHeading level={1}>API</SectionHeading>
      <p className="lede">
        Every API call the site uses. Errors follow RFC 9457 with stable codes. Also available as OpenAPI 3.1:{" "}
        <a href="/api/openapi.json">openapi.json</a>
      </p>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{group}</h2>
          {calls
            .filter(({ tags }) => tags[0] === group)
            .map((call) => (
              <CallDescription key={`${call.method} ${call.path}`} call={call} />
            ))}
        </section>
      ))}
    </div>
  );
}

function CallDescription({ call }: { readonly call: Call }) {
  const { method, path, summary, description, parameters = [], requestBody, responses } = call;
  const answer = schemaOf(responses["200"]);
  const errors = Object.entries(responses).filter(([status]) => status !== "200");
  return (
    <details className="panel api-call">
      <summary>
        <code>
          <b>{method}</b> {path}
        </code>
        <span className="quiet">{summary}</span>
      </summary>
      <dl>
        <dt>Who may call</dt>
        <dd>{description}</dd>
        {parameters.length > 0 && (
          <>
            <dt>Parameters</dt>
            <dd>
              <ul>
                {parameters.map(({ name, in: place, schema }) => (
                  <li key={name}>
                    <code>{name}</code> in the {place}: {inWords(schema)}
                    {schema.description && `. ${schema.description}`}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {requestBody && (
          <>
            <dt>Body</dt>
            <dd>
              <pre>{inWords(schemaOf(requestBody))}</pre>
            </dd>
          </>
        )}
        <dt>Response</dt>
        <dd>
          <pre>{inWords(answer)}</pre>
        </dd>
        {errors.length > 0 && (
          <>
            <dt>Errors</dt>
            <dd>
              <ul>
                {errors.map(([status, { description: codes }]) => (
                  <li key={status}>
                    {status}: <code>{codes}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

const schemaOf = (body: Body | undefined) => Object.values(body?.content ?? {})[0]?.schema;

function inWords(schema: Schema | undefined, indent = ""): string {
  if (!schema) return "anything";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => `"${value}"`).join(" | ");
  if (schema.anyOf) return schema.anyOf.map((each) => inWords(each, indent)).join(" | ");
  if (schema.properties) {
    const inner = `${indent}  `;
    const lines = Object.entries(schema.properties).map(([name, property]) => {
      const mark = schema.required?.includes(name) ? "" : "?";
      const remark = property.description ? `  — ${property.description}` : "";
      return `${inner}${name}${mark}: ${inWords(property, inner)}${remark}`;
    });
    return `{\n${lines.join("\n")}\n${indent}}`;
  }
  if (schema.items) return `list of ${inWords(schema.items, indent)}`;
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "";
  return (
    schema.format ??
    (typeof schema.type === "string" ? schema.type : (schema.type?.join(" | ") ?? "anything"))
  );
}
