/**
 * Stripe's appearance options (https://docs.stripe.com/elements/appearance-api). CSSOM calls apply them, which the
 * strictest content security policy allows.
 *
 * @typedef {{ theme?: string, variables?: Record<string, string>, rules?: Record<string, Record<string, string>> }} Appearance
 * @typedef {{ cssSrc?: string, family?: string, src?: string, weight?: string, style?: string, display?: string, unicodeRange?: string }} FontSource
 */

/** @type {Record<string, Record<string, string>>} */
const themes = {
  stripe: {
    colorPrimary: "#0570de",
    colorBackground: "#ffffff",
    colorText: "#30313d",
    colorTextSecondary: "#6d6e78",
    colorTextPlaceholder: "#757680",
    colorDanger: "#b3093c",
    borderRadius: "5px",
  },
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
  fontLineHeight: "1.15",
  fontWeightNormal: "400",
  spacingUnit: "4px",
};

/** Stripe has more class names than this form uses. */
const knownSelector = /^\.(Input|Label|Error|Block)(--[a-z]+)*(:{1,2}[a-z-]+)*$/;

const rules = new CSSStyleSheet();
document.adoptedStyleSheets.push(rules);

/** @type {Set<string>} */
let variablesSet = new Set();

/** @param {Appearance} appearance */
export function applyAppearance(appearance) {
  const theme = appearance.theme ?? "stripe";
  const root = document.documentElement;
  const variables = { ...base, ...(themes[theme] ?? themes["stripe"]), ...appearance.variables };
  for (const name of variablesSet) root.style.removeProperty(name);
  variablesSet = new Set(Object.keys(variables).map((name) => `--${name}`));
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
  await Promise.allSettled(fonts.map((font) => (font.cssSrc ? loadStyles(font.cssSrc) : loadFont(font))));
}

/** @param {string} address */
function loadStyles(address) {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.crossOrigin = "anonymous";
    link.href = address;
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
    document.head.append(link);
  });
}

/** @param {FontSource} font */
async function loadFont({ family = "", src = "", weight, style, display, unicodeRange }) {
  const face = new FontFace(family, src, {
    ...(weight && { weight }),
    ...(style && { style }),
    ...(unicodeRange && { unicodeRange }),
    display: display === "block" || display === "fallback" || display === "optional" ? display : "swap",
  });
  document.fonts.add(await face.load());
}
