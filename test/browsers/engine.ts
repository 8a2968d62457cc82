/** A browser engine as it is installed, driven by a protocol that is not Playwright's own. */
export interface Engine {
  readonly name: string;
  /** What is missing, for the person who runs the tests. */
  readonly missing: string | undefined;
  /** CSS pixels: the narrowest window that the driver allows, or 320, the narrowest that the site is made for. */
  readonly narrowest: number;
  /** A new visitor, with storage of their own. */
  readonly open: (width: number) => Promise<Tab>;
}

export type Key = "ArrowLeft" | "ArrowRight" | "Escape" | "Tab";

/** Parts are XPath expressions, the one way to find by text that both protocols have. All actions are real input. */
export interface Tab {
  readonly goTo: (url: string) => Promise<void>;
  /** Of an expression, in the document. */
  readonly evaluate: <Value>(expression: string) => Promise<Value>;
  /** Throws unless the part is there, shown, and not covered by another. */
  readonly press: (part: string) => Promise<void>;
  readonly type: (part: string, text: string) => Promise<void>;
  /** On what has the focus. */
  readonly pressKey: (key: Key) => Promise<void>;
  readonly choose: (part: string, file: string) => Promise<void>;
  /** Types into a part of the document in a frame. */
  readonly typeInFrame: (frame: string, part: string, text: string) => Promise<void>;
  readonly screenshot: () => Promise<Buffer>;
  /** Returns the errors that the page did not catch, where the protocol tells them. */
  readonly close: () => Promise<readonly string[]>;
}
