import type { Plugin } from "vite";

/** Node reads all source maps at startup; those of packages would take a second and 70 MB. */
export const mapOwnCode: Plugin = {
  name: "map-own-code",
  applyToEnvironment: ({ name }) => name === "ssr",
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/ },
    handler: (code) => ({ code, map: { mappings: "" } }),
  },
};

/**
 * React Router creates and names its components with calls and assignments, which the bundler keeps even if no page
 * uses the component. Only React's developer tools show the names.
 */
export const treeShakeRouter: Plugin = {
  name: "tree-shake-router",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /[\\/]node_modules[\\/]react-router[\\/]/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = .*;$/gm, "")
        .replaceAll("= React$1.forwardRef(", "= /* @__PURE__ */ React$1.forwardRef(")
        .replaceAll(/^\t+warning(Once)?\(/gm, "/* @__PURE__ */ $&"),
      map: null,
    }),
  },
};

/**
 * If a page's script can't be loaded, React Router reloads the document: without a line, that ends in the browser's own
 * error page, and kills running uploads. Instead, such a page throws the error, and `PageError` offers to try again.
 */
export const keepDocument: Plugin = {
  name: "keep-document",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /[\\/]react-router[\\/].*[\\/]routeModules\.js$/ },
    handler: (code) => {
      const kept = code.replace(
        /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
        "return { default: () => { throw error; } };",
      );
      if (kept === code) throw new Error("React Router no longer reloads the document as expected");
      return { code: kept, map: null };
    },
  },
};
