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
