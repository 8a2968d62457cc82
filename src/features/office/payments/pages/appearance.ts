import type { Appearance } from "@stripe/stripe-js";
import type { Theme } from "../../../../ui/theme.ts";

/** Hex copies of ui/styles/tokens.css: the Stripe iframe cannot read our CSS variables. */
const tokens: Record<
  Theme,
  Record<"guide" | "sheet" | "ink" | "ink2" | "ink3" | "red" | "rule" | "focus", string>
> = {
  light: {
    guide: "#0b5d95",
    sheet: "#fefcf7",
    ink: "#16171d",
    ink2: "#4b4c56",
    ink3: "#656771",
    red: "#b72315",
    rule: "#7e7f8a",
    focus: "#0b5d95",
  },
  dark: {
    guide: "#85c7f1",
    sheet: "#181b23",
    ink: "#f1ece3",
    ink2: "#c1bdb4",
    ink3: "#a29e95",
    red: "#fc9275",
    rule: "#70747f",
    focus: "#78d9fe",
  },
};

export function cardFormAppearance(theme: Theme): Appearance {
  const color = tokens[theme];
  return {
    theme: theme === "dark" ? "night" : "flat",
    labels: "above",
    variables: {
      colorPrimary: color.guide,
      colorBackground: color.sheet,
      colorText: color.ink,
      colorTextSecondary: color.ink2,
      colorTextPlaceholder: color.ink3,
      colorDanger: color.red,
      borderRadius: "2px",
      fontFamily: '"Atkinson Hyperlegible Next", system-ui, sans-serif',
      fontSizeBase: "17px",
      spacingUnit: "5px",
    },
    rules: {
      ".Input": { border: `2px solid ${color.rule}`, boxShadow: "none", padding: "11px 14px" },
      ".Input:hover": { borderColor: color.ink },
      ".Input:focus": { borderColor: color.ink, boxShadow: `0 0 0 3px ${color.focus}`, outline: "none" },
      ".Input--invalid": { border: `3px solid ${color.red}`, boxShadow: "none", padding: "10px 13px" },
      ".Label": { fontWeight: "700", fontSize: "16px", marginBottom: "6px" },
      ".Error": { fontWeight: "700", fontSize: "16px" },
    },
  };
}
