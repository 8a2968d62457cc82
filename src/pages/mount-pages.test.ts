import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestApp } from "../../test/support/app.ts";
import { createApp } from "../app.ts";
import { isProblem } from "../platform/errors.ts";
import * as contexts from "./contexts.ts";
import type { PageRenderer } from "./mount-pages.ts";

const app = useTestApp({ RATE_LIMIT_FACTOR: "1" });

let renderings = 0;

/** Calls as a page with a form does: the form's action, then the loader. */
async function render({ method }: Request, context: RouterContextProvider): Promise<Response> {
  renderings += 1;
  if (method === "GET") return new Response("A page");
  const call = context.get(contexts.apiContext);
  const codes = await Promise.all(
    [
      call("POST /guardian", { body: { email: "guardian@example.org" } }),
      call("GET /guardian/{token}", { params: { token: "unknown" } }),
    ].map((calling) =>
      calling.then(
        () => "done",
        (error: unknown) => (isProblem(error) ? error.type.code : "failed"),
      ),
    ),
  );
  return Response.json(codes);
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

test("a form over its limit is refused, and its page still loads", async () => {
  const post = async () =>
    (
      await site.inject({
        method: "POST",
        url: "/guardian/link",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "email=guardian@example.org",
      })
    ).json();
  for (let turn = 0; turn < 10; turn += 1) expect(await post()).toEqual(["done", "link-expired"]);
  expect(await post()).toEqual(["too-many-requests", "link-expired"]);
});
