/** Letters of a name that no font of the house holds. */
export async function lettersToReplace(name: string): Promise<string[]> {
  const { lettersWithoutFont } = await import("../../../platform/pdf/font-runs.ts");
  return lettersWithoutFont(name);
}
