import { expect, test } from "vitest";
import { onFirstToast, onToast, toast } from "./toast.ts";

test("messages that come before the stack has loaded are all shown, in their order", () => {
  toast("Saved");
  let loads = 0;
  const stop = onFirstToast(() => (loads += 1));
  toast("Published");
  toast("You're offline", "error");
  expect(loads).toBeGreaterThan(0);
  const shown: string[] = [];
  const stopShowing = onToast(({ text }) => shown.push(text));
  toast("Removed");
  expect(shown).toEqual(["Saved", "Published", "You're offline", "Removed"]);
  stopShowing();
  stop();
});
