import { newsprint, palette } from "../ink/palette.ts";
import { inset, line } from "../ink/svg.ts";
import { constructionHead, type HeadPose } from "../motifs/construction-head.ts";
import { girl } from "../motifs/girl/girl.ts";
import { cover, coverHeight, coverWidth } from "./cover.ts";

const poses: HeadPose[] = [
  { x: 205, y: 215, radius: 118, yaw: -0.95, pitch: 0.05 },
  { x: 500, y: 190, radius: 118, yaw: -0.42, pitch: 0.18 },
  { x: 800, y: 205, radius: 122, yaw: 0, pitch: -0.12 },
  { x: 1074, y: 216, radius: 92, yaw: 0.75, pitch: -0.35 },
  { x: 230, y: 530, radius: 100, yaw: 0.55, pitch: 0.5 },
  { x: 520, y: 540, radius: 124, yaw: -0.7, pitch: -0.32 },
];

export function headsCover(): string {
  return cover(
    "Construction heads turning through six angles, and one finished in ink",
    newsprint.sky,
    line(dotGrid(), palette.guideDark, 4, { opacity: 0.35 }),
    ...poses.map(constructionHead),
    inset({ x: 640, y: 318, width: 540, height: 470 }, "60 60 940 818", girl("tone")),
  );
}

function dotGrid(): string {
  let dots = "";
  for (let y = 45; y < coverHeight; y += 60) {
    for (let x = 60; x < coverWidth; x += 60) dots += `M${x} ${y}h0`;
  }
  return dots;
}
