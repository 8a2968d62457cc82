import { answerProblems } from "../src/http/problem-responses.ts";
import { Problem, problems } from "../src/platform/errors.ts";
import type { Job } from "../src/platform/jobs.ts";
import { type Sandbox, isFromThisMachine } from "./sandbox.ts";

export interface JobsSandbox extends Sandbox {
  readonly add: (name: string, job: Job) => void;
}

/** `POST /sandbox/jobs/{name}` runs a job and answers 204 when it has finished. From this machine only. */
export function createJobsSandbox(): JobsSandbox {
  const jobs = new Map<string, Job>();
  return {
    add: (name, job) => void jobs.set(name, job),
    mount: async (app) => {
      await app.register(
        async (scope) => {
          answerProblems(scope);
          scope.post<{ Params: { name: string } }>("/:name", async (request, reply) => {
            const job = isFromThisMachine(request) ? jobs.get(request.params.name) : undefined;
            if (!job) throw new Problem(problems["not-found"]);
            await job.runNow();
            return reply.code(204).send();
          });
        },
        { prefix: "/sandbox/jobs" },
      );
    },
  };
}
