import MarkdownIt from "markdown-it";
import { withoutOrigin } from "../../../platform/picture-url.ts";

/** For blocks, where a list counts twice, and brackets. */
const maxNesting = 20;
/** The parser pads short rows of wide tables, so the result can be many times as long as the text. */
const maxTokens = 100_000;
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting });
markdown.validateLink = (url) => !/^(?!https?:|mailto:)[^/?#]*:/i.test(url.trim());
markdown.core.ruler.after("block", "bounds", (state) => {
  const isTooDeep = state.tokens.some(({ level, nesting }) => nesting === 1 && level >= maxNesting - 1);
  if (!isTooDeep && state.tokens.length <= maxTokens) return;
  state.env.isTooComplex = true;
  state.tokens = [];
});

/** Safe without a sanitizer, in linear time. Undefined if the text is nested too deeply or the result too long. */
export function renderMarkdown(text: string): string | undefined {
  if (hasDeepBrackets(text)) return undefined;
  const env = { isTooComplex: false };
  const tokens = markdown.parse(text, env);
  if (env.isTooComplex) return undefined;
  return (
    markdown.renderer
      .render(tokens, markdown.options, env)
      .trimEnd()
      // The security policy refuses inline styles.
      .replace(/<(t[hd]) style="text-align:(\w+)">/g, '<$1 align="$2">')
      .replace(
        /<li>(\n<p>)?\[([ xX])\](?= )/g,
        (_, paragraph = "", mark) =>
          `<li>${paragraph}<input type="checkbox" disabled${mark === " " ? "" : " checked"} aria-label="${mark === " " ? "To do" : "Done"}">`,
      )
  );
}

/** Brackets of nested pictures are parsed again for each level. */
function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/[[\]]|\n[ \t]*\n/g)) {
    if (mark === "[") depth += 1;
    else depth = mark === "]" ? Math.max(0, depth - 1) : 0;
    if (depth > maxNesting) return true;
  }
  return false;
}

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });
const hasNoSpaces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

export function countWords(text: string): number {
  const runs = text.match(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const wordsIn = (run: string): number =>
    hasNoSpaces.test(run) ? [...segmenter.segment(run)].filter(({ isWordLike }) => isWordLike).length : 1;
  return runs.reduce((count, run) => count + wordsIn(run), 0);
}

/** This school's, as the parser finds them: a text has many ways to write one. */
export function picturesIn(text: string, origin: string): readonly string[] {
  if (hasDeepBrackets(text)) return [];
  const images = markdown
    .parse(text, { isTooComplex: false })
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === "image");
  const urls = images.flatMap(
    (image) => /^\/images\/[0-9a-f]{32}/.exec(withoutOrigin(String(image.attrGet("src")), origin)) ?? [],
  );
  return [...new Set(urls)];
}
