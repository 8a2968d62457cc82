import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import type { Contract } from "./contract.ts";
import { answerProblems } from "./problem-responses.ts";
import { type AnyHandlers, type EndpointOptions, registerEndpoints } from "./register-endpoints.ts";

const zodToJsonConfig = {
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    if (jsonSchema["minimum"] === Number.MIN_SAFE_INTEGER) delete jsonSchema["minimum"];
    if (jsonSchema["maximum"] === Number.MAX_SAFE_INTEGER) delete jsonSchema["maximum"];
    if (jsonSchema["format"] !== undefined) delete jsonSchema["pattern"];
  },
};

export const apiDescription = (origin: string): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: "3.1.0",
    info: { title: "Senga", version: "1", description: "Every API call the Senga marketplace uses." },
    servers: [{ url: origin }],
    components: {
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", description: "From POST /api/jwt; 15 minutes" },
        identityToken: {
          type: "http",
          scheme: "bearer",
          description: "From the identity provider; 5 minutes",
        },
      },
    },
  },
  hideUntagged: true,
  transform: createJsonSchemaTransform({ zodToJsonConfig }),
  transformObject: createJsonSchemaTransformObject({ zodToJsonConfig }),
});

interface ApiOptions<Access> extends Omit<EndpointOptions<Access>, "app"> {
  readonly maxFileBytes: number;
}

export async function mountApi<A extends { readonly as: string }>(
  app: FastifyInstance,
  groups: readonly { readonly name: string; readonly contract: Contract<A> }[],
  handlers: AnyHandlers,
  { maxFileBytes, ...options }: ApiOptions<A>,
): Promise<void> {
  await app.register(
    async (api) => {
      answerProblems(api);
      api.removeContentTypeParser("text/plain");
      api.addHook("onRequest", options.callRate);
      await api.register(multipart, {
        limits: { files: 1, fileSize: maxFileBytes, fields: 8, fieldSize: 1000, parts: 9, headerPairs: 20 },
      });
      for (const { name, contract } of groups)
        registerEndpoints({ ...options, app: api }, name, contract, handlers);
      api.get("/*", () => {
        throw new Problem(problems["not-found"]);
      });
    },
    { prefix: "/api" },
  );
}
