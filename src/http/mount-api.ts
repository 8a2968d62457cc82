import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import type { Contract } from "./contract.ts";
import { answerProblems } from "./problem-responses.ts";
import { type AnyHandlers, type EndpointOptions, registerEndpoints } from "./register-endpoints.ts";

interface ApiOptions<Access> extends Omit<EndpointOptions<Access>, "app"> {
  readonly maxFileBytes: number;
}

/** The endpoints under `/api`, in one group for each feature. */
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
        throw new Problem(problems.notFound);
      });
    },
    { prefix: "/api" },
  );
}
