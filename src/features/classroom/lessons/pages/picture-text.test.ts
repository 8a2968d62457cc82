import { expect, test } from "vitest";
import { isAwaitingPicture } from "../policy.ts";
import { dropPicture, finishPicture, movedPlace, startPicture } from "./picture-text.ts";

const url = "/images/0123456789abcdef0123456789abcdef";

test("a picture stands in a paragraph of its own, with a place for its description", () => {
  const { text, placeholder } = startPicture("One.Two.", 4, "rain.png");
  expect(text).toBe("One.\n\n![Uploading rain.png …]()\n\nTwo.");
  const done = finishPicture(text, placeholder, url)!;
  expect(done.text).toBe(`One.\n\n![description](${url})\n\nTwo.`);
  expect(done.text.slice(done.from, done.to)).toBe("description");
});

test("empty lines that are there are not doubled", () => {
  expect(startPicture("", 0, "a.png").text).toBe("![Uploading a.png …]()\n");
  expect(startPicture("One.\n\nTwo.", 6, "a.png").text).toBe("One.\n\n![Uploading a.png …]()\n\nTwo.");
  expect(startPicture("One.\n", 5, "a.png").text).toBe("One.\n\n![Uploading a.png …]()\n");
});

test("two pictures of one name are told apart, and brackets in a name break nothing", () => {
  const first = startPicture("", 0, "a[1].png");
  const second = startPicture(first.text, first.text.length, "a[1].png");
  expect(first.placeholder).toBe("![Uploading a1.png …]()");
  expect(second.placeholder).toBe("![Uploading a1.png (2) …]()");
  const done = finishPicture(second.text, first.placeholder, url)!;
  expect(done.text).toContain(second.placeholder);
  // What is pasted is always called image.png.
  const third = startPicture(done.text, done.text.length, "a[1].png");
  expect(third.placeholder).toBe("![Uploading a1.png …]()");
  expect(startPicture(third.text, 0, "a[1].png").placeholder).toBe("![Uploading a1.png (3) …]()");
});

test("several pictures stand in the order in which they came", () => {
  const first = startPicture("One.Two.", 4, "a.png");
  const second = startPicture(first.text, first.end, "b.png");
  expect(second.text).toBe("One.\n\n![Uploading a.png …]()\n\n![Uploading b.png …]()\n\nTwo.");
  expect(isAwaitingPicture(second.text)).toBe(true);
  expect(isAwaitingPicture(`![Uploading](${url})`)).toBe(false);
});

test("who writes on meanwhile keeps their place", () => {
  const { text, placeholder } = startPicture("One.Two.", 4, "a.png");
  const done = finishPicture(text, placeholder, url)!;
  const place = text.indexOf("Two");
  const moved = movedPlace(place, text, done.text, text.indexOf(placeholder));
  expect(done.text.slice(moved)).toBe("Two.");
  expect(movedPlace(2, text, done.text, text.indexOf(placeholder))).toBe(2);
});

test("a placeholder that was deleted stays deleted, and a failed upload leaves none", () => {
  expect(finishPicture("Nothing", "![Uploading a.png …]()", url)).toBeUndefined();
  const { text, placeholder } = startPicture("", 0, "$&.png");
  expect(dropPicture(text, placeholder)).toBe("\n");
});
