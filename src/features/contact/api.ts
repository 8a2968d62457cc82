import type { Handlers } from "../../platform/http/serve.ts";
import type { World } from "../../world.ts";
import type { CallerFor } from "../accounts/permit.ts";
import type { contact } from "./contract.ts";
import { sendMessage } from "./send-message.ts";

export function contactApi(world: World): Handlers<typeof contact, CallerFor> {
  return {
    "POST /contact": async ({ body }) => ({ insertedId: await sendMessage(world, body) }),
  };
}
