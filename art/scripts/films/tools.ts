import { inked, inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { fill, place } from "../ink/svg.ts";
import { brush, dipPen } from "../motifs/drawing-tools.ts";
import { mascotPencil } from "../motifs/pencil-tool.ts";

export type Tool = "pencil" | "pen" | "brush" | "eraser";

/** A point of 0 0 touches the sheet. */
export function toolPicture(tool: Tool): string {
  const drawn = place(
    { turn: tool === "eraser" ? 20 : 36, scale: tool === "pencil" ? 1.05 : 0.56 },
    upright[tool](),
  );
  return place({ x: 16, y: 12 }, shadow(tool)) + drawn;
}

const upright: Record<Tool, () => string> = {
  pencil: () => place({ y: -119 }, mascotPencil(palette.guide)),
  pen: dipPen,
  brush: () => place({ x: -2, y: -84 }, brush()),
  eraser,
};

function eraser(): string {
  return [
    inked("M-46-14C-46 2-30 6 0 6C30 6 46 2 46-14V-70H-46Z", palette.sheet),
    inked("M-54-62H54V-190C54-200 48-204 40-204H-40C-48-204-54-200-54-190Z", palette.guide),
    inkLine("M-40-80V-186", { width: 5 }, palette.sheet),
  ].join("");
}

function shadow(tool: Tool): string {
  const shapes: Record<Tool, string> = {
    pencil: "M0 0L-15-49V-265H15V-49Z",
    pen: "M0 0L-26-92L-22-160L-30-420H30L22-160L26-92Z",
    brush: "M0 0L-20-134L-14-514H14L20-134Z",
    eraser: "M-46 0H46L54-62V-204H-54V-62Z",
  };
  const turned = { turn: tool === "eraser" ? 26 : 42, scale: tool === "pencil" ? 1.05 : 0.56 };
  return place({ ...turned, opacity: 0.16 }, fill(shapes[tool], palette.ink));
}
