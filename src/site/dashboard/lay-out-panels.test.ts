import { expect, test } from "vitest";
import { type Panel, layOutPanels, maxPanels, pageWidth } from "./manga-page.tsx";

const area = (corners: Panel): number =>
  Math.abs(
    corners.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = corners[(at + 1) % corners.length]!;
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

test.each(Array.from({ length: maxPanels }, (_, index) => index + 1))(
  "%i panels fill the page between the gutters, each wide enough to press",
  (count) => {
    const { height, panels } = layOutPanels(Array.from({ length: count }, (_, index) => 1 + (index % 3) / 4));
    expect(panels).toHaveLength(count);
    expect(panels.reduce((sum, panel) => sum + area(panel), 0)).toBeGreaterThan(0.85 * pageWidth * height);
    for (const [[left, top], [right], [lowRight, bottom], [lowLeft]] of panels) {
      expect(Math.min(right, lowRight) - Math.max(left, lowLeft)).toBeGreaterThan(14);
      expect(bottom - top).toBeGreaterThan(14);
    }
  },
);

test("a heavier panel is wider than its neighbor", () => {
  const [narrow, wide] = layOutPanels([1, 2]).panels;
  expect(area(wide!)).toBeGreaterThan(1.5 * area(narrow!));
});
