import { createContext } from "react-router";
import type { LocalCaller } from "../http/register-endpoints.ts";
import type { Contracts } from "../features.ts";

export type PublicApi = LocalCaller<
  Pick<
    Contracts,
    | "GET /approvedClasses"
    | "GET /approvedClasses/count"
    | "GET /class/{id}"
    | "GET /class/{id}/outline"
    | "GET /class/{id}/practice"
    | "GET /class/{classId}/lesson/{id}"
    | "GET /certificates/{number}"
    | "GET /instructors"
    | "GET /instructors/popular"
    | "GET /instructors/{id}"
    | "GET /instructors/{id}/introduction"
    | "GET /guardian/{token}"
    | "GET /openapi.json"
    | "GET /notifications/mail-link"
    | "PATCH /notifications/mail-link"
    | "POST /notifications/unsubscribe"
    | "POST /account/email"
    | "POST /contact"
    | "POST /guardian"
    | "POST /guardian/{token}"
    | "POST /newsletter"
    | "POST /newsletter/confirm"
    | "POST /newsletter/unsubscribe/{token}"
  >
>;

export const apiContext = createContext<PublicApi>();
export const cacheTagsContext = createContext<Set<string>>();
export const nonceContext = createContext<string>();
/** The rendered page as text: a Response would encode it, only to be decoded again. */
export const htmlContext = createContext<string | null>(null);
/** Logs an error that a page didn't expect. */
export const reportContext = createContext<(error: unknown) => void>();
export interface SiteFacts {
  readonly origin: string;
  readonly support: { readonly email: string; readonly phone: string };
  readonly remoteSlide: string | undefined;
  readonly hasDemoSchool: boolean;
  readonly hasGoogle: boolean;
}
export const siteContext = createContext<SiteFacts>();
