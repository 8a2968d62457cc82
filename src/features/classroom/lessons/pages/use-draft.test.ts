import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../http/client.ts";
import { type DraftText, type SavedDraft, createDraft } from "./use-draft.ts";
import { problems } from "../policy.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const opened: SavedDraft = { title: "Rain", body: "Wet.", version: 1, savedAt: at(0) };

/** A server with one lesson, and a clock that is turned by hand. */
function openDraft({
  kept,
  from = opened,
}: { kept?: DraftText & { version: number }; from?: SavedDraft } = {}) {
  const server = { lesson: from, failure: undefined as Error | undefined, gate: Promise.resolve() };
  const box = { kept };
  let due: (() => void) | undefined;
  const saved: string[] = [];
  const draft = createDraft(from, {
    save: async (text, version) => {
      saved.push(text.body);
      await server.gate;
      if (server.failure) throw server.failure;
      const { status, code, detail } = problems["lesson-changed-meanwhile"];
      if (version !== server.lesson.version) throw new ApiError(status, code, detail);
      server.lesson = { ...text, version: version + 1, savedAt: at(version) };
      return server.lesson;
    },
    fetchNewest: () => Promise.resolve(server.lesson),
    storage: {
      read: () => box.kept,
      write: (draftKept) => {
        box.kept = draftKept;
      },
      remove: () => {
        box.kept = undefined;
      },
    },
    later: (callback) => {
      due = callback;
      return () => {
        due = undefined;
      };
    },
  });
  const rest = async (): Promise<void> => {
    due?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { draft, server, box, saved, rest, isDue: () => due !== undefined };
}

describe("a draft", () => {
  test("saves by itself after a pause, once for many keys", async () => {
    const { draft, server, saved, rest } = openDraft();
    expect(draft.state()).toMatchObject({ step: "saved", savedAt: at(0) });
    draft.edit({ body: "Wet r" });
    draft.edit({ body: "Wet road." });
    expect(draft.state().step).toBe("unsaved");
    expect(saved).toEqual([]);
    await rest();
    expect(saved).toEqual(["Wet road."]);
    expect(server.lesson).toMatchObject({ title: "Rain", body: "Wet road." });
    expect(draft.state()).toMatchObject({ step: "saved", version: 2, savedAt: at(1) });
  });

  test("saves again what was typed while it was saved", async () => {
    const { draft, server, rest } = openDraft();
    const gate = Promise.withResolvers<void>();
    server.gate = gate.promise;
    draft.edit({ body: "One" });
    await rest();
    expect(draft.state().step).toBe("saving");
    draft.edit({ body: "One two" });
    const flushed = draft.flush();
    gate.resolve();
    expect(await flushed).toBe(true);
    expect(server.lesson.body).toBe("One two");
    expect(draft.state()).toMatchObject({ step: "saved", version: 3 });
  });

  test("keeps the text in the browser when the server is away, and saves it on request", async () => {
    const { draft, server, box, rest } = openDraft();
    server.failure = new Error("Away.");
    draft.edit({ body: "Kept" });
    await rest();
    expect(draft.state()).toMatchObject({ step: "failed", problem: "Away." });
    expect(box.kept).toMatchObject({ title: "Rain", body: "Kept", version: 1 });
    server.failure = undefined;
    expect(await draft.flush()).toBe(true);
    expect(box.kept).toBeUndefined();
    expect(server.lesson.body).toBe("Kept");
  });

  test("keeps the text in the browser while a save hangs", async () => {
    const { draft, server, box, rest } = openDraft();
    server.gate = new Promise(() => {});
    draft.edit({ body: "Wet. A page more" });
    await rest();
    expect(draft.state().step).toBe("saving");
    draft.edit({ body: "Wet. A page more, and another" });
    expect(box.kept?.body).toBe("Wet. A page more, and another");
  });

  test("leaves what another editor couldn't save", async () => {
    const { draft, box, rest } = openDraft();
    draft.edit({ body: "Wet. Mine" });
    box.kept = { title: "Rain", body: "Wet. Of another tab", version: 1 };
    await rest();
    expect(draft.state().step).toBe("saved");
    expect(box.kept.body).toBe("Wet. Of another tab");
  });

  test("forgets what was saved although its answer was lost", () => {
    const saved = { ...opened, body: "Wet. New", version: 2 };
    const { draft, box } = openDraft({ kept: { title: "Rain", body: "Wet. New", version: 1 }, from: saved });
    expect(draft.state().step).toBe("saved");
    expect(box.kept).toBeUndefined();
  });

  test("opens with what the browser kept, and saves it", async () => {
    const { draft, server, rest } = openDraft({ kept: { title: "Rain", body: "Kept", version: 1 } });
    expect(draft.state()).toMatchObject({ step: "unsaved", text: { body: "Kept" } });
    await rest();
    expect(server.lesson.body).toBe("Kept");
  });

  test.each([
    ["by its base", { base: { title: "Rain", body: "Wet." } }],
    ["by its version, where an earlier site kept no base", {}],
  ])("that the browser kept meets what somebody else has saved since, known %s", async (_, known) => {
    const theirs: SavedDraft = { title: "Rain", body: "Theirs", version: 2, savedAt: at(5) };
    const kept = { title: "Rain", body: "Mine", version: 1, ...known };
    const { draft, server, rest } = openDraft({ kept, from: theirs });
    draft.see(theirs);
    await rest();
    expect(draft.state()).toMatchObject({
      step: "conflict",
      newest: { body: "Theirs" },
      text: { body: "Mine" },
    });
    expect(server.lesson.body).toBe("Theirs");
  });

  test("names the field that was refused", async () => {
    const { draft, server, rest } = openDraft();
    server.failure = new ApiError(400, "invalid-input", "Check the fields.", [
      { field: "title", message: "Give it a title" },
    ]);
    draft.edit({ title: "" });
    await rest();
    expect(draft.state().problem).toBe("Give it a title");
  });
});

describe("a lesson that was saved meanwhile", () => {
  async function meet() {
    const set = openDraft();
    set.server.lesson = { title: "Rain", body: "Theirs", version: 2, savedAt: at(5) };
    set.draft.edit({ body: "Mine" });
    await set.rest();
    return set;
  }

  test("is shown, and nothing is saved until it is decided", async () => {
    const { draft, server, box, isDue } = await meet();
    expect(draft.state()).toMatchObject({
      step: "conflict",
      newest: { body: "Theirs", changed: ["body"] },
      text: { body: "Mine" },
    });
    draft.edit({ body: "Mine too" });
    expect(box.kept).toMatchObject({ body: "Mine too" });
    expect(isDue()).toBe(false);
    expect(await draft.flush()).toBe(false);
    expect(server.lesson.body).toBe("Theirs");
  });

  test("is overwritten by mine", async () => {
    const { draft, server, rest } = await meet();
    draft.resolve("mine");
    await rest();
    expect(server.lesson).toMatchObject({ body: "Mine", version: 3 });
    expect(draft.state()).toMatchObject({ step: "saved", newest: undefined });
  });

  test("replaces mine", async () => {
    const { draft } = await meet();
    draft.resolve("theirs");
    expect(draft.state()).toMatchObject({ step: "saved", text: { body: "Theirs" }, version: 2 });
  });

  test("is no conflict when only its video was replaced, or when both wrote the same", async () => {
    const { draft, server, rest } = openDraft();
    server.lesson = { ...opened, version: 4 };
    draft.edit({ body: "Mine" });
    await rest();
    expect(server.lesson).toMatchObject({ body: "Mine", version: 5 });
    server.lesson = { ...server.lesson, body: "Same", version: 9 };
    draft.edit({ body: "Same " });
    await rest();
    expect(draft.state()).toMatchObject({ step: "saved", version: 9 });
  });

  test("appears by itself while nothing is typed; typed text stays", async () => {
    const { draft, server, rest } = openDraft();
    draft.see({ ...opened, body: "Newer", version: 2 });
    expect(draft.state()).toMatchObject({ step: "saved", text: { body: "Newer" }, version: 2 });
    draft.see(opened);
    expect(draft.state().version).toBe(2);
    draft.edit({ body: "Mine" });
    server.lesson = { ...opened, body: "Newer", version: 3 };
    draft.see(server.lesson);
    expect(draft.state()).toMatchObject({ text: { body: "Mine" }, version: 3 });
    await rest();
    expect(server.lesson.body).toBe("Mine");
  });
});
