import type { CallerFor } from "../../../access/authorize.ts";
import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import { defineFeature } from "../../feature.ts";
import {
  askGuardianAgain,
  mailGuardianLinks,
  decideAsGuardian,
  readGuardianRequest,
  findOwnGuardian,
} from "./guardian-requests.ts";
import { guardiansContract } from "./contract.ts";

function guardiansApi(context: AppContext): Handlers<typeof guardiansContract, CallerFor> {
  return {
    "POST /account/guardian": async ({ caller, body }) => {
      await askGuardianAgain(context, caller, body.guardianEmail);
      return { guardian: await findOwnGuardian(context, caller.id) };
    },
    "POST /guardian": async ({ body }) => {
      // Responds first, so that the response time does not reveal whether there are links.
      void mailGuardianLinks(context, body.email).catch((error: unknown) => {
        context.log.error({ err: error }, "could not mail a guardian's links");
      });
      return { accepted: true };
    },
    "GET /guardian/{token}": ({ params }) => readGuardianRequest(context, params.token),
    "POST /guardian/{token}": async ({ params, body }) => ({
      state: await decideAsGuardian(context, params.token, body.decision),
    }),
  };
}

export const guardiansFeature = defineFeature({
  name: "Guardians",
  contract: guardiansContract,
  handlers: guardiansApi,
});
