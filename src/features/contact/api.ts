import type { Handlers } from "../../platform/http/serve.ts";
import type { World } from "../../world.ts";
import type { CallerFor } from "../accounts/permit.ts";
import { confirmSubscription } from "./confirm-subscription.ts";
import type { contact } from "./contract.ts";
import { endSubscription } from "./end-subscription.ts";
import { sendMessage } from "./send-message.ts";
import { subscribeToNewsletter } from "./subscribe-to-newsletter.ts";

export function contactApi(world: World): Handlers<typeof contact, CallerFor> {
  return {
    "POST /contact": async ({ body }) => ({ insertedId: await sendMessage(world, body) }),
    "POST /newsletter": async ({ body }) => {
      await subscribeToNewsletter(world, body);
      return { accepted: true };
    },
    "POST /newsletter/confirm": async ({ body }) => {
      await confirmSubscription(world, body.token);
      return { confirmed: true };
    },
    "POST /newsletter/unsubscribe/{token}": async ({ params }) => {
      await endSubscription(world, params.token);
      return { unsubscribed: true };
    },
  };
}
