import { createContext } from "react-router";
import type { Contracts } from "../contracts.ts";
import type { LocalCaller } from "../http/register-endpoints.ts";

/** The public calls of the API that a page can make on the server, in process, under the same keys as in the browser. */
export type PublicApi = LocalCaller<
  Pick<
    Contracts,
    | "GET /approvedClasses"
    | "GET /approvedClasses/count"
    | "GET /class/{id}"
    | "GET /instructors"
    | "GET /instructors/popular"
    | "GET /instructors/{id}"
    | "GET /openapi.json"
    | "POST /contact"
    | "POST /newsletter"
    | "POST /newsletter/confirm"
    | "POST /newsletter/unsubscribe/{token}"
  >
>;

export const apiContext = createContext<PublicApi>();
/** What the page shows, filled by the calls that its loaders make: it is kept until one of these changes. */
export const cacheTagsContext = createContext<Set<string>>();
/** The mark of what the renderer puts into the page (pages/script-nonce.ts). */
export const markContext = createContext<string>();
/** What the operator has set, as far as pages show it. */
export interface SiteFacts {
  /** The site's address, for links that must be whole. */
  readonly origin: string;
  /** Whom to write to. */
  readonly support: { readonly email: string; readonly phone: string };
  /** The address of the fifth picture on the home page, in the place of a drawing of the house. */
  readonly remoteSlide: string | undefined;
}
export const siteContext = createContext<SiteFacts>();
