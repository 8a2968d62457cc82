/** A provider on a machine of its own, which costs the site no more than Stripe's does. Argument: the port. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

interface Intent {
  readonly id: string;
  status: string;
  readonly [field: string]: unknown;
}

const intents = new Map<string, Intent>();

function create(form: URLSearchParams): Intent {
  const id = `pi_${randomUUID()}`;
  const metadata = Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );
  const amount = Number(form.get("amount"));
  const card = { brand: "visa", last4: "4242" };
  const intent: Intent = {
    id,
    object: "payment_intent",
    client_secret: `${id}_secret_1`,
    status: "requires_payment_method",
    amount,
    currency: form.get("currency"),
    metadata,
    latest_charge: {
      object: "charge",
      amount_captured: amount,
      disputed: false,
      payment_method_details: { card },
      refunds: { object: "list", data: [], has_more: false },
    },
  };
  intents.set(id, intent);
  return intent;
}

function answer(method: string, url: string, body: string): Intent | undefined {
  const [, id = "", step] = /^\/v1\/payment_intents(?:\/([\w-]+))?(?:\/(\w+))?/.exec(url) ?? [];
  if (method === "POST" && id === "") return create(new URLSearchParams(body));
  const intent = intents.get(id);
  if (!intent) return undefined;
  if (step === "capture") intent.status = "succeeded";
  // The student types the card at once.
  else if (intent.status === "requires_payment_method") intent.status = "requires_capture";
  return intent;
}

process.once("disconnect", () => process.exit());
createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (body += chunk));
  request.once("end", () => {
    const intent = answer(request.method ?? "", request.url ?? "", body);
    response.writeHead(intent ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(intent ?? { error: { code: "resource_missing" } }));
  });
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("ready"));
