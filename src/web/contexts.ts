import { createContext } from "react-router";
import type { Contracts } from "../contracts.ts";
import type { LocalCaller } from "../platform/http/serve.ts";

/** The public calls of the API that a page's loader can make, in process, under the same keys as in the browser. */
export type PublicApi = LocalCaller<
  Pick<Contracts, "GET /approvedClasses" | "GET /class/{id}" | "GET /instructors" | "GET /openapi.json">
>;

export const apiContext = createContext<PublicApi>();
/** The nonce that this response's scripts carry. */
export const nonceContext = createContext<string>("");
/** The site's address, for links that must be whole. */
export const originContext = createContext<string>("");
