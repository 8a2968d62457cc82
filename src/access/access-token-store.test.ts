import { afterEach, expect, test, vi } from "vitest";
import { onTokenChangeInOtherTab } from "./access-token-store.ts";

afterEach(() => vi.unstubAllGlobals());

test("a page follows the token that another tab stores, also while the browser keeps the page for Back", () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("localStorage", { getItem: () => "stored" });
  const seen: (string | null)[] = [];
  const emit = (type: string, facts: object) => {
    page.dispatchEvent(Object.assign(new Event(type), facts));
    return seen.splice(0);
  };
  const stop = onTokenChangeInOtherTab((token) => seen.push(token));

  expect(emit("storage", { key: "access-token", newValue: "new" })).toEqual(["new"]);
  expect(emit("storage", { key: "access-token", newValue: null })).toEqual([null]);
  expect(emit("storage", { key: "theme", newValue: "dark" })).toEqual([]);
  expect(emit("pageshow", { persisted: true })).toEqual(["stored"]);
  expect(emit("pageshow", { persisted: false })).toEqual([]);
  stop();
  expect(emit("pageshow", { persisted: true })).toEqual([]);
});
