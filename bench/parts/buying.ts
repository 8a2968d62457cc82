import { Agent } from "node:http";
import { Stripe } from "stripe";
import { ask, bearer, json } from "./ask.ts";
import type { Buyer } from "./buyers.ts";

const agent = new Agent({ keepAlive: true });

async function post(url: string, headers: Record<string, string>, body: string): Promise<unknown> {
  const answer = await ask(url, { agent, method: "POST", headers, body });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.body.toString()}`);
  return json(answer);
}

/** Returns the id of the intent. */
export async function requestPayment(origin: string, { classId, token }: Buyer): Promise<string> {
  const url = `${origin}/api/create-payment-intent`;
  const asked = (await post(url, bearer(token), JSON.stringify({ classId }))) as { clientSecret: string };
  return asked.clientSecret.split("_secret_")[0]!;
}

/** What the card form sends. */
export const cardFields = {
  "payment_method_data[type]": "card",
  "payment_method_data[card][number]": "4242424242424242",
  "payment_method_data[card][exp_month]": "12",
  "payment_method_data[card][exp_year]": "2040",
  "payment_method_data[card][cvc]": "123",
};

/** In the sandbox, as the card form does. */
export async function confirmCard(origin: string, secretKey: string, intentId: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${secretKey}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  const url = `${origin}/v1/payment_intents/${intentId}/confirm`;
  await post(url, headers, new URLSearchParams(cardFields).toString());
}

/** As the browser does when the card is confirmed. */
export async function reportPayment(origin: string, { token }: Buyer, intentId: string): Promise<void> {
  await post(`${origin}/api/payments`, bearer(token), JSON.stringify({ transactionId: intentId }));
}

/** As Stripe does when the card is authorized. */
export async function callWebhook(origin: string, secret: string, intentId: string): Promise<void> {
  const type = "payment_intent.amount_capturable_updated";
  const data = { object: { id: intentId, object: "payment_intent" } };
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, data });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  await post(`${origin}/api/stripe/webhook`, headers, payload);
}
