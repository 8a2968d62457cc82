import { expect, test } from "vitest";
import { captionLanguage } from "./transcript.tsx";

test.each([
  [["de", "en"], ["en-US", "en"], "en"],
  [["de", "pt-BR", "pt-PT"], ["pt-PT", "de"], "pt-PT"],
  [["de", "pt-BR"], ["fr", "pt-PT"], "pt-BR"],
  [["de", "en"], ["ja"], "de"],
  [[], ["en"], undefined],
])("of %j, a reader of %j gets %s", (available, preferred, language) => {
  expect(captionLanguage(available, preferred)).toBe(language);
});
