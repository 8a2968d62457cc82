import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";

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
