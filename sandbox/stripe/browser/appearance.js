/**
 * Stripe's appearance options (https://docs.stripe.com/elements/appearance-api). CSSOM calls apply them, which the
 * strictest content security policy allows.
 *
 * @typedef {{ theme?: string, variables?: Record<string, string>, rules?: Record<string, Record<string, string>> }} Appearance
 * @typedef {{ family: string, src: string, weight?: string }} FontSource
 */

const themes = {
  flat: {
    colorPrimary: "#0570de",
    colorBackground: "#f1f1f1",
    colorText: "#30313d",
    colorTextSecondary: "#5d5e68",
    colorTextPlaceholder: "#65666f",
    colorDanger: "#b3093c",
    borderRadius: "4px",
  },
  night: {
    colorPrimary: "#85d996",
    colorBackground: "#30313d",
    colorText: "#ffffff",
    colorTextSecondary: "#c9cad0",
    colorTextPlaceholder: "#a3a4ad",
    colorDanger: "#fe87a1",
    borderRadius: "5px",
  },
};

const base = {
  fontFamily: "system-ui, sans-serif",
  fontSizeBase: "16px",
  fontWeightNormal: "400",
  spacingUnit: "4px",
};

/** Stripe has more class names than this form uses. */
const knownSelector = /^\.(Input|Label|Error|Block)(--[a-z]+)*(:{1,2}[a-z-]+)*$/;

const rules = new CSSStyleSheet();
document.adoptedStyleSheets.push(rules);

/** @param {Appearance} appearance */
export function applyAppearance(appearance) {
  const theme = appearance.theme === "night" ? "night" : "flat";
  const root = document.documentElement;
  const variables = { ...base, ...themes[theme], ...appearance.variables };
  for (const [name, value] of Object.entries(variables)) set(root.style, `--${name}`, value);
  root.style.colorScheme = theme === "night" ? "dark" : "light";

  rules.replaceSync("");
  for (const [selector, declarations] of Object.entries(appearance.rules ?? {})) {
    if (knownSelector.test(selector)) addRule(selector, declarations);
  }
}

/**
 * @param {string} selector
 * @param {Record<string, string>} declarations
 */
function addRule(selector, declarations) {
  const rule = rules.cssRules[rules.insertRule(`${selector} {}`, rules.cssRules.length)];
  if (!(rule instanceof CSSStyleRule)) return;
  for (const [name, value] of Object.entries(declarations)) {
    set(
      rule.style,
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      value,
    );
  }
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {string} name
 * @param {unknown} value
 */
function set(style, name, value) {
  const text = String(value);
  // A style must not trigger a request.
  if (!/url\(|image-set\(/i.test(text)) style.setProperty(name, text);
}

/**
 * Continues without a font that fails to load.
 * @param {readonly FontSource[]} fonts
 */
export async function loadFonts(fonts) {
  await Promise.allSettled(
    fonts.map(async ({ family, src, weight = "normal" }) => {
      const face = new FontFace(family, src, { weight, display: "swap" });
      document.fonts.add(await face.load());
    }),
  );
}
