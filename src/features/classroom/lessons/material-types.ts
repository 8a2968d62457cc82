/** Recognized by their first bytes, or by extension for formats inside ZIP files. */
interface MaterialType {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly isStartedBy: (bytes: Buffer) => boolean;
}

const begins =
  (...starts: readonly string[]) =>
  (bytes: Buffer): boolean =>
    starts.some((start) => bytes.subarray(0, start.length).toString("latin1") === start);
const isZip = begins("PK\x03\x04", "PK\x05\x06");

const types: readonly MaterialType[] = [
  { name: "PDF", extensions: ["pdf"], isStartedBy: begins("%PDF-") },
  { name: "PNG picture", extensions: ["png"], isStartedBy: begins("\x89PNG\r\n\x1a\n") },
  { name: "JPEG picture", extensions: ["jpg", "jpeg"], isStartedBy: begins("\xff\xd8\xff") },
  { name: "SVG drawing", extensions: ["svg"], isStartedBy: begins("<svg", "<?xml") },
  { name: "Photoshop file", extensions: ["psd", "psb"], isStartedBy: begins("8BPS") },
  {
    name: "Photoshop brushes",
    extensions: ["abr"],
    isStartedBy: (bytes) => [1, 2, 6, 7, 10].includes(bytes.readUInt16BE(0)),
  },
  { name: "Clip Studio file", extensions: ["clip"], isStartedBy: begins("CSFCHUNK") },
  { name: "Clip Studio brush", extensions: ["sut"], isStartedBy: begins("SQLite format 3") },
  { name: "Procreate file", extensions: ["procreate"], isStartedBy: isZip },
  { name: "Procreate brushes", extensions: ["brush", "brushset"], isStartedBy: isZip },
  { name: "Procreate colors", extensions: ["swatches"], isStartedBy: isZip },
  { name: "Krita file", extensions: ["kra"], isStartedBy: isZip },
  { name: "Krita resources", extensions: ["bundle"], isStartedBy: isZip },
  { name: "ZIP archive", extensions: ["zip"], isStartedBy: isZip },
];

export const materialExtensions: readonly string[] = types.flatMap(({ extensions }) => extensions);

/** @param start the first bytes, at least 16 if the file has them */
export function recognizeMaterial(fileName: string, start: Buffer): string | undefined {
  if (start.length < 4) return undefined;
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  return types.find(({ extensions, isStartedBy }) => extensions.includes(extension) && isStartedBy(start))
    ?.name;
}
