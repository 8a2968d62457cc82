import { createContext } from "react";

/**
 * The random mark of what the renderer itself puts into a page: its scripts, and the links to its styles. Only what bears
 * it is let in by the page's security policy; it is gone from the page that is sent, and unknown in the browser.
 */
export const MarkContext = createContext<string | undefined>(undefined);
