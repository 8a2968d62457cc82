import { deflateSync } from "node:zlib";
import { readSegments } from "../ink/path-segments.ts";
import { readTree, transformOf, type Matrix, type SvgNode } from "../ink/svg-tree.ts";
import { pageHeight, pageWidth } from "./worksheet.ts";

const pointsPerUnit = 72 / 254;

/** One page of lines, areas and Helvetica, as the worksheets use them. Throws on what it would draw otherwise. */
export function pdfOf(svg: string): Buffer {
  const root = readTree(svg);
  const parts = new Map<string, SvgNode>();
  gather(root, parts);
  const [width, height] = [pageWidth * pointsPerUnit, pageHeight * pointsPerUnit];
  const body = root.children.map((child) => draw(child, new Map(), parts)).join("\n");
  const content = deflateSync(`${numbers(pointsPerUnit, 0, 0, -pointsPerUnit, 0, height)} cm\n${body}`, {
    level: 9,
  });
  return document([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[${numbers(0, 0, width, height)}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
    Buffer.concat([
      Buffer.from(`<</Filter/FlateDecode/Length ${content.length}>>stream\n`),
      content,
      Buffer.from("\nendstream"),
    ]),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    `<</Title(${escaped(root.attributes.get("aria-label") ?? "")})/Creator(Senga)>>`,
  ]);
}

function gather(node: SvgNode, parts: Map<string, SvgNode>): void {
  const id = node.attributes.get("id");
  if (id) parts.set(id, node);
  for (const child of node.children) gather(child, parts);
}

type Style = ReadonlyMap<string, string>;

function draw(node: SvgNode, inherited: Style, parts: ReadonlyMap<string, SvgNode>): string {
  const { name, attributes, children } = node;
  if (name === "title" || name === "defs" || name === "clipPath") return "";
  const style = new Map([...inherited, ...attributes]);
  for (const unknown of ["opacity", "style", "viewBox"].filter((key) => attributes.has(key))) {
    throw new Error(`The PDF cannot show ${unknown}`);
  }
  if (name === "path") return paint(attributes.get("d") ?? "", style);
  if (name === "text") return write(node, style);
  const inside = name === "use" ? [partOf(attributes.get("href"), parts)] : children;
  if (name !== "g" && name !== "use") throw new Error(`The PDF cannot show <${name}>`);
  const clipped = attributes.get("clip-path");
  const shape = clipped ? partOf(clipped.slice(4, -1), parts).children[0]?.attributes.get("d") : undefined;
  for (const own of ["transform", "clip-path", "id", "href"]) style.delete(own);
  return [
    "q",
    ...(attributes.has("transform") ? [`${matrix(transformOf(attributes.get("transform") ?? ""))} cm`] : []),
    ...(shape ? [`${segments(shape)} W n`] : []),
    ...inside.map((child) => draw(child, style, parts)),
    "Q",
  ].join("\n");
}

function partOf(reference: string | undefined, parts: ReadonlyMap<string, SvgNode>): SvgNode {
  const part = parts.get(reference?.slice(1) ?? "");
  if (!part) throw new Error(`${reference} is not in the drawing`);
  return part;
}

const caps = ["butt", "round", "square"];
const joins = ["miter", "round", "bevel"];

function paint(path: string, style: Style): string {
  const [fill, stroke] = [style.get("fill") ?? "#000", style.get("stroke") ?? "none"];
  const [fills, strokes] = [fill !== "none", stroke !== "none"];
  if (!fills && !strokes) return "";
  // Viewers differ about dashes of no length.
  const dashes = style.get("stroke-dasharray")?.replace(/^0 /, "0.001 ");
  return [
    "q",
    ...(fills ? [`${color(fill)} rg`] : []),
    ...(strokes
      ? [
          `${color(stroke)} RG ${style.get("stroke-width") ?? 1} w`,
          `${index(caps, style.get("stroke-linecap"))} J ${index(joins, style.get("stroke-linejoin"))} j`,
          ...(dashes ? [`[${dashes}] 0 d`] : []),
        ]
      : []),
    segments(path),
    fills && strokes ? "B" : fills ? "f" : "S",
    "Q",
  ].join("\n");
}

function write({ attributes, text }: SvgNode, style: Style): string {
  const [x, y, size] = ["x", "y", "font-size"].map((key) => Number(attributes.get(key)));
  return `BT ${color(style.get("fill") ?? "#000")} rg /F ${size} Tf 1 0 0 -1 ${x} ${y} Tm (${escaped(text)}) Tj ET`;
}

function segments(path: string): string {
  return readSegments(path)
    .map((segment) => {
      if (segment.kind === "close") return "h";
      if (segment.kind === "curve")
        return `${numbers(...segment.control1, ...segment.control2, ...segment.to)} c`;
      return `${numbers(...segment.to)} ${segment.kind === "move" ? "m" : "l"}`;
    })
    .join("\n");
}

const index = (names: readonly string[], name: string | undefined): number =>
  Math.max(0, names.indexOf(name ?? ""));

const matrix = (values: Matrix): string => numbers(...values);

const numbers = (...values: number[]): string =>
  values.map((value) => String(Math.round(value * 1e4) / 1e4)).join(" ");

function color(hex: string): string {
  const pairs = hex.length === 4 ? hex.slice(1).replace(/./g, "$&$&") : hex.slice(1);
  return numbers(...[0, 2, 4].map((at) => Number.parseInt(pairs.slice(at, at + 2), 16) / 255));
}

function escaped(text: string): string {
  if (/[^ -~]/.test(text)) throw new Error(`"${text}" is not ASCII`);
  return text.replace(/[\\()]/g, "\\$&");
}

function document(objects: readonly (string | Buffer)[]): Buffer {
  const chunks: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  const length = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  for (const [at, object] of objects.entries()) {
    offsets.push(length());
    chunks.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n"));
  }
  const start = length();
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const end = `trailer<</Size ${count}/Root 1 0 R/Info ${objects.length} 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}${end}`)]);
}
