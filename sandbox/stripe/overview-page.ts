import { join } from "node:path";
import { desc, inArray } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { isFromThisMachine } from "../sandbox.ts";
import { type Html, html, page, pagePolicy, sendPage } from "../pages/page.ts";
import { serveStyles } from "../pages/serve-file.ts";
import type { DeliveryRow, EventRow, IntentRow } from "./objects.ts";
import type { Dependencies } from "./sandbox.ts";
import { deliveries, events, paymentIntents } from "./tables.ts";
import { testCards } from "./test-cards.ts";
import { root } from "../../src/platform/root.ts";

const shown = 50;
const overviewPolicy = `${pagePolicy}; form-action 'none'`;

export function serveOverview(scope: FastifyInstance, { db }: Dependencies): void {
  serveStyles(scope, join(root, "sandbox", "stripe", "overview.css"));
  scope.get("/", async (request, reply) => {
    reply.header("cache-control", "no-store").header("content-security-policy", overviewPolicy);
    if (!isFromThisMachine(request)) {
      const words = "This page is shown only on the machine that runs the sandbox.";
      return sendPage(reply.code(403), framed(html`<p>${words}</p>`));
    }
    const intents = await db
      .select()
      .from(paymentIntents)
      .orderBy(desc(paymentIntents.sequence))
      .limit(shown);
    const ids = intents.map(({ id }) => id);
    const happened = await db
      .select()
      .from(events)
      .where(inArray(events.intentId, ids))
      .orderBy(events.sequence);
    const posts = await db
      .select()
      .from(deliveries)
      .where(inArray(deliveries.intentId, ids))
      .orderBy(deliveries.id);
    return sendPage(reply, framed(html`${payments(intents, happened, posts)}${cards()}`));
  });
}

const framed = (content: Html): string =>
  page(
    "Senga payment sandbox",
    "/sandbox/stripe",
    html`
      <main>
        <h1>Senga payment sandbox</h1>
        <p class="sandbox">
          A sandbox for Stripe, run by this installation because it has no Stripe account. No real card is
          charged and no money moves.
        </p>
        ${content}
      </main>
    `,
  );

const payments = (
  intents: readonly IntentRow[],
  happened: readonly EventRow[],
  posts: readonly DeliveryRow[],
) => html`
  <h2>Payments</h2>
  ${
    intents.length === 0
      ? html`<p>No payments yet.</p>`
      : html`<ol class="payments">
          ${intents.map((intent) => payment(intent, happened, posts))}
        </ol>`
  }
`;

const payment = (intent: IntentRow, happened: readonly EventRow[], posts: readonly DeliveryRow[]) => html`
  <li>
    <h3>
      ${inMoney(intent)} <span class="state ${intent.status}">${intent.status.replaceAll("_", " ")}</span>
    </h3>
    <p class="facts">
      <code>${intent.id}</code> ${intent.card ? `${intent.card.brand} •••• ${intent.card.last4}` : "no card"},
      made
      <time datetime="${intent.createdAt.toISOString()}">${asTime(intent.createdAt)}</time>${refunded(intent)}
    </p>
    <ul>
      ${happened
        .filter(({ intentId }) => intentId === intent.id)
        .map((event) =>
          eventLine(
            event,
            posts.filter(({ eventId }) => eventId === event.id),
          ),
        )}
    </ul>
  </li>
`;

const refunded = ({ amountRefunded, currency }: IntentRow): string =>
  amountRefunded === 0 ? "" : `, ${inMoney({ amount: amountRefunded, currency })} refunded`;

const eventLine = (event: EventRow, posts: readonly DeliveryRow[]) => html`
  <li>
    <code>${event.type}</code>
    <time datetime="${event.createdAt.toISOString()}">${asTime(event.createdAt)}</time>
    <span class="posts">${posts.length === 0 ? "not posted" : posts.map(postText).join("; ")}</span>
  </li>
`;

function postText({ tries, deliveredAt, nextTryAt, lastResult }: DeliveryRow): string {
  const counted = `${tries} ${tries === 1 ? "try" : "tries"}`;
  if (deliveredAt) return `accepted after ${counted}`;
  if (!nextTryAt) return `gave up after ${counted} (${lastResult ?? "no answer"})`;
  return tries === 0 ? "to be posted" : `not accepted yet after ${counted} (${lastResult ?? "under way"})`;
}

const cards = () => html`
  <h2>Test cards</h2>
  <p>Any future date and any 3 digits (4 for American Express) go with them. Other cards are declined.</p>
  <div class="scroll" role="region" aria-label="Test cards" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Brand</th>
          <th scope="col">What happens</th>
        </tr>
      </thead>
      <tbody>
        ${testCards.map(
          ({ number, brand, effect }) =>
            html`<tr>
              <td class="number">${number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</td>
              <td>${brand}</td>
              <td>${effect}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`;

const inMoney = ({ amount, currency }: Pick<IntentRow, "amount" | "currency">): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);

const asTime = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace("T", " ")} UTC`;
