import { expect, test } from "vitest";
import { ApiError } from "../../../../http/client.ts";
import { problems } from "../policy.ts";
import { createOrderSaver } from "./order.ts";

const order = (ids: string) => [{ _id: "x", lessons: ids.split("").map((id) => ({ _id: id })) }];

function openSaver() {
  const sent: { version: number; ids: string; answer: PromiseWithResolvers<number> }[] = [];
  let reloads = 0;
  const saver = createOrderSaver({
    send: (version, [section]) => {
      const answer = Promise.withResolvers<number>();
      sent.push({ version, ids: section!.lessons.map(({ _id }) => _id).join(""), answer });
      return answer.promise;
    },
    reload: () => {
      reloads += 1;
    },
  });
  return { saver, sent, reloads: () => reloads };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

test("fast moves are sent one after another, the newest order alone, with the version of the answer", async () => {
  const { saver, sent, reloads } = openSaver();
  saver.save(3, order("bac"));
  saver.save(3, order("bca"));
  saver.save(3, order("cba"));
  expect(saver.state().isSaving).toBe(true);
  expect(sent).toHaveLength(1);
  sent[0]!.answer.resolve(4);
  await turn();
  expect(sent.map(({ version, ids }) => [version, ids])).toEqual([
    [3, "bac"],
    [4, "cba"],
  ]);
  sent[1]!.answer.resolve(5);
  await saver.settled();
  expect(saver.state()).toEqual({ isSaving: false, problem: undefined });
  expect(reloads()).toBe(0);
});

test("a refused order drops what waits, says why, and loads the curriculum again", async () => {
  const { saver, sent, reloads } = openSaver();
  saver.save(3, order("bac"));
  saver.save(3, order("bca"));
  const { status, code, detail } = problems["order-changed-meanwhile"];
  sent[0]!.answer.reject(new ApiError(status, code, detail));
  await saver.settled();
  expect(saver.state()).toEqual({ isSaving: false, problem: detail });
  expect([sent.length, reloads()]).toEqual([1, 1]);
  saver.save(7, order("abc"));
  expect(saver.state()).toEqual({ isSaving: true, problem: undefined });
});

test("a failure of the connection says that the order was not saved", async () => {
  const { saver, sent } = openSaver();
  saver.save(3, order("bac"));
  sent[0]!.answer.reject(new Error("Away."));
  await saver.settled();
  expect(saver.state().problem).toBe("The new order wasn’t saved. Away.");
});
