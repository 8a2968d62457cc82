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
        .replaceAll("= React$1.forwardRef(", "= /* @__PURE__ */ React$1.forwardRef("),
      map: null,
    }),
  },
};
