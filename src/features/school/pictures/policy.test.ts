import { expect, test } from "vitest";
import { fileProblem, maxPictureBytes, problems } from "./policy.ts";

test("a file that the server would refuse is refused before the upload, with the server's message", () => {
  expect(fileProblem({ type: "image/png", size: maxPictureBytes })).toBeUndefined();
  expect(fileProblem({ type: "image/png", size: maxPictureBytes + 1 })).toBe(
    problems["picture-too-large"].detail,
  );
  expect(fileProblem({ type: "image/svg+xml", size: 10 })).toBe(problems["not-a-picture"].detail);
  expect(fileProblem({ type: "", size: 10 })).toBe(problems["not-a-picture"].detail);
});
