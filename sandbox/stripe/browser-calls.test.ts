import { describe, expect, it } from "vitest";
import { cardFields, useSandbox } from "../../test/support/stripe-sandbox.ts";

const sandbox = useSandbox();

describe("a browser", () => {
  it("pays with the publishable key and the client secret, and sees a part of the intent", async () => {
    const intent = await sandbox.create();
    const secret = { client_secret: intent.client_secret ?? "" };
    const path = `/v1/payment_intents/${intent.id}`;
    const paid = await sandbox.fromBrowser("POST", `${path}/confirm`, {
      ...secret,
      ...cardFields("4242424242424242"),
    });
    expect(paid).toMatchObject({ status: 200, body: { id: intent.id, status: "requires_capture" } });
    expect(paid.body).not.toHaveProperty("metadata");
    const seen = await sandbox.fromBrowser("GET", path, secret);
    expect(seen).toMatchObject({ status: 200, body: paid.body });
  });

  it("gets no further without the client secret, or with another's", async () => {
    const [intent, other] = [await sandbox.create(), await sandbox.create()];
    const path = `/v1/payment_intents/${intent.id}`;
    expect(await sandbox.fromBrowser("GET", path, {})).toMatchObject({
      status: 400,
      body: { error: { code: "parameter_missing", param: "client_secret" } },
    });
    expect(
      await sandbox.fromBrowser("GET", path, { client_secret: other.client_secret ?? "" }),
    ).toMatchObject({
      status: 400,
      body: { error: { type: "invalid_request_error", param: "client_secret" } },
    });
    expect(
      await sandbox.fromBrowser("POST", `${path}/capture`, { client_secret: intent.client_secret ?? "" }),
    ).toMatchObject({
      status: 401,
      body: { error: { code: "secret_key_required" } },
    });
    expect(
      await sandbox.fromBrowser("POST", "/v1/payment_intents", { amount: "5000", currency: "usd" }),
    ).toMatchObject({ status: 401 });
    expect(
      await sandbox.fromBrowser("POST", "/sandbox/stripe/challenge", {
        client_secret: "pi_1_secret_2",
        decision: "approve",
      }),
    ).toMatchObject({
      status: 404,
      body: { error: { code: "resource_missing" } },
    });
  });

  it("gets a card form only while there is something to pay", async () => {
    const intent = await sandbox.create();
    const open = () =>
      sandbox.fromBrowser("POST", "/sandbox/stripe/card-form", { client_secret: intent.client_secret ?? "" });
    expect(await open()).toMatchObject({ status: 200, body: { amount: 4900 } });
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    expect(await open()).toMatchObject({
      status: 400,
      body: { error: { code: "payment_intent_unexpected_state" } },
    });
  });

  it("gets scripts, styles and documents under a strict policy", async () => {
    const form = await fetch(`${sandbox.running.origin}/sandbox/stripe/element`);
    expect(form.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(form.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    const text = await form.text();
    expect(text).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
    const script = await fetch(`${sandbox.running.origin}${sandbox.running.scriptUrl}`);
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toBe("no-cache");
    const etag = script.headers.get("etag") ?? "";
    const again = await fetch(`${sandbox.running.origin}${sandbox.running.scriptUrl}`, {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });
});
