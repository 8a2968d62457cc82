import { inked, inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { fill, place } from "../ink/svg.ts";
import { mascotPencil } from "../motifs/pencil-tool.ts";
import { bold, firm, portrait } from "./portrait.ts";

const head =
  "M112 106C176 120 222 150 252 186C284 178 316 178 348 186C378 150 424 120 488 106C500 180 488 252 464 304C452 392 376 478 300 486C224 478 148 392 136 304C112 252 100 180 112 106Z";
const ears =
  "M152 150C186 164 210 182 226 206C204 220 186 240 174 264C158 230 150 190 152 150ZM448 150C414 164 390 182 374 206C396 220 414 240 426 264C442 230 450 190 448 150Z";
const cheeks =
  "M142 318C190 306 244 330 268 384C280 410 290 420 300 420C310 420 320 410 332 384C356 330 410 306 458 318C438 398 370 472 300 480C230 472 162 398 142 318Z";
const smilingEyes = "M196 306C214 276 246 276 262 304M338 304C354 276 386 276 404 306";
const whiskers = "M180 372L96 372M186 392L108 414M420 372L504 372M414 392L492 414";

export function foxPortrait(): string {
  return portrait(
    "Self-portrait of an instructor as a fox",
    "straw",
    inked("M132 620C140 520 216 470 300 470C384 470 460 520 468 620Z", palette.guide, firm),
    inkLine("M230 486C260 530 340 530 370 486M250 520V620", { width: 7 }),
    inked(head, palette.red, bold),
    fill(ears, palette.ink),
    fill(cheeks, palette.sheet),
    inkLine("M142 318C190 306 244 330 268 384M458 318C410 306 356 330 332 384", { width: 7 }),
    inkLine(smilingEyes, { width: 12, fadeIn: 0.2, fadeOut: 0.2 }),
    fill("M276 412C286 402 314 402 324 412C320 430 310 440 300 440C290 440 280 430 276 412Z", palette.ink),
    inkLine("M300 440C300 456 284 464 270 456M300 440C300 456 316 464 330 456", { width: 7 }),
    inkLine(whiskers, { width: 5 }),
    fill("M286 220C292 206 308 206 314 220C320 240 308 256 300 262C292 256 280 240 286 220Z", palette.gold),
    place({ x: 500, y: 500, turn: 24 }, mascotPencil(palette.gold)),
  );
}
