import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestApp } from "../../test/support/app.ts";
import { createApp } from "../app.ts";
import * as contexts from "./contexts.ts";
import type { PageRenderer } from "./mount-pages.ts";

const app = useTestApp();

let renderings = 0;

async function render(): Promise<Response> {
  renderings += 1;
  return new Response("A page");
}

/** Stands in for the built pages. */
const renderer: PageRenderer = {
  isDevelopment: false,
  mountAssets: async () => {},
  build: async () => {
    const module = { ...contexts, RouterContextProvider, createRequestHandler: () => render };
    return { entry: { module } } as never;
  },
};

let site: Awaited<ReturnType<typeof createApp>>;
beforeAll(async () => {
  site = await createApp({ ...app.current.context, sandboxes: [] }, renderer);
});
afterAll(() => site.close());

test("a page of a mailed link is rendered each time, at each of its addresses", async () => {
  const addresses = ["/guardian", "/guardian/", "/guardian.data", "/guardian/_.data"];
  for (const [at, address] of addresses.entries()) {
    for (const visit of [1, 2]) {
      const { headers } = await site.inject(`${address}?token=t`);
      expect([address, headers["cache-control"], renderings]).toEqual([address, "no-store", at * 2 + visit]);
    }
  }
});
