/** What every class here is about: such a word narrows nothing down. */
const common = new Set(["anime", "manga", "comic", "comics", "class", "classes", "course", "courses"]);

/** Without the words that fit every class; undefined when no other is left. */
export const withoutCommonWords = (text: string | undefined): string | undefined =>
  text
    ?.split(/\s+/)
    .filter((word) => !common.has(word.toLowerCase()))
    .join(" ") || undefined;

/** People who look for one of them are helped by the others. In the singular, unless nobody uses it. */
const groups = [
  ["clothes", "clothing", "costume", "dress", "fabric", "fashion", "fold", "garment", "outfit", "wardrobe"],
  ["anatomy", "body", "figure", "hand", "head", "pose", "proportion"],
  ["emotion", "expression", "face", "feeling", "mood", "portrait"],
  ["background", "building", "city", "environment", "landscape", "perspective", "scenery", "street"],
  ["cloud", "nature", "sky", "weather"],
  ["light", "screentone", "shade", "shading", "shadow", "tone", "value"],
  ["ink", "inking", "lineart", "linework", "nib", "pen"],
  ["bubble", "font", "lettering", "sfx", "sound", "typography"],
  ["action", "fight", "impact", "motion", "movement", "speed"],
  ["composition", "layout", "page", "panel", "storyboard", "storytelling"],
] as const;

/** Empty without any. */
export function relatedWords(word: string): readonly string[] {
  const singular = word.replace(/s$/, "");
  return groups.find((group) => group.some((each) => each === word || each === singular)) ?? [];
}
