import { expect, test } from "vitest";
import { onToast, toast } from "./toast.tsx";

test("messages that come before the page listens are all shown, in their order", () => {
  toast("Saved");
  toast("You're offline", "error");
  const shown: string[] = [];
  const stop = onToast(({ text }) => shown.push(text));
  toast("Removed");
  expect(shown).toEqual(["Saved", "You're offline", "Removed"]);
  stop();
});
