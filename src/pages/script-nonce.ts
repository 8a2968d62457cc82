import { createContext } from "react";

/** Nonce of the renderer's own scripts and styles. It is removed before sending; the policy lists hashes instead. */
export const NonceContext = createContext<string | undefined>(undefined);
