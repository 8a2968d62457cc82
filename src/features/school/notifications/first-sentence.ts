/** Characters. */
const maxSentence = 200;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** On one line, cut between words if it is very long. */
export function firstSentence(text: string): string {
  const [first] = sentences.segment(text.trim().replace(/\s+/g, " "));
  const sentence = first?.segment.trim() ?? "";
  if (sentence.length <= maxSentence) return sentence;
  const cut = sentence.slice(0, maxSentence).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > 0 ? cut.slice(0, space) : cut}…`;
}

/** Mail programs turn everything like a link into one, and a mail of the school lends it trust. */
export const withoutLinks = (sentence: string): string =>
  sentence.replace(
    /(?:https?:\/\/|www\.)\S+|\S+@\S+|[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}(?:\/\S*)?/giu,
    "[link]",
  );
