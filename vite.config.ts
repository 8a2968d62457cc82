import { join, relative } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

// Every visitor loads these: two files compress better than many and save requests.
const framework = /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es)[\\/]/;
const tanstack = /[\\/]node_modules[\\/]@tanstack[\\/]/;
const publicPages = new Set([
  "root.tsx",
  "access/origin.ts",
  "access/policy.ts",
  "access/session-store.ts",
  "site/layout/navigation.ts",
  "site/layout/page-error.tsx",
  "ui/link.tsx",
  "site/layout/public-frame.tsx",
  "site/layout/public-layout.tsx",
  "ui/button.tsx",
  "ui/connection.ts",
  "ui/create-store.ts",
  "ui/early-submit.ts",
  "ui/field.css",
  "ui/focus-trail.ts",
  "ui/heading.tsx",
  "ui/icons.tsx",
  "ui/lazy-part.tsx",
  "ui/navigation-guard.ts",
  "ui/progress-bar.tsx",
  "ui/theme.tsx",
  "ui/toast.tsx",
  "ui/use-image-failure.ts",
  "ui/use-page-change.ts",
  "pages/script-nonce.ts",
  "pages/page-meta.ts",
]);
const catalog = new Set([
  "features/school/classes/pages/class-card.tsx",
  "features/school/selections/pages/class-grid.tsx",
  "features/school/selections/pages/select-button.tsx",
  "features/school/selections/pages/use-selecting.ts",
  "features/school/selections/pages/use-taken-classes.ts",
]);
const forms = new Set([
  "ui/auth-sheet.tsx",
  "features/school/accounts/pages/use-return-to-origin.ts",
  "platform/email.ts",
  "ui/field.tsx",
  "ui/use-form.ts",
]);
const lessonParts = new Set(["features/classroom/lessons/pages/lesson-parts.tsx"]);
const passwords = new Set([
  "features/school/accounts/pages/password-checklist.tsx",
  "identity/password-policy.ts",
  "ui/password-field.tsx",
]);
const session = new Set([
  "access/create-session.ts",
  "access/session.ts",
  "identity/client.ts",
  "http/client.ts",
  "http/contract.ts",
]);
const sessionParts = new Set(["access/token-claims.ts", "platform/picture-url.ts"]);
const queries = new Set(["access/api-query.ts", "ui/next-page.tsx"]);
// Dashboards need these of the public bar, and nothing else of it.
const members = new Set([
  "features/school/accounts/pages/use-age-question.ts",
  "site/layout/use-logout.ts",
  "ui/photo.tsx",
]);
const signedIn = new Set(["site/layout/signed-in.tsx"]);
const source = join(import.meta.dirname, "src");
const isOneOf =
  (files: ReadonlySet<string>) =>
  (id: string): boolean =>
    files.has(relative(source, id.replace(/\?.*$/, "")).replaceAll("\\", "/"));

// Some pages import the session and the newsletter panel statically, others on demand.
const checks = { ineffectiveDynamicImport: false, bundlerTimings: false };

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Inlined images would travel again with every page.
    assetsInlineLimit: 0,
    cssMinify: true,
    modulePreload: { polyfill: false },
  },
  environments: {
    ssr: { build: { rolldownOptions: { checks } } },
    client: {
      build: {
        rolldownOptions: {
          checks,
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: framework },
                { name: "public-pages", test: isOneOf(publicPages) },
                // The session uses them too; in its chunk they would pull it into the sign-up and confirmation forms.
                { name: "session-parts", test: isOneOf(sessionParts) },
                { name: "catalog", test: isOneOf(catalog) },
                { name: "forms", test: isOneOf(forms) },
                { name: "lesson-parts", test: isOneOf(lessonParts) },
                { name: "passwords", test: isOneOf(passwords) },
                { name: "session", test: isOneOf(session) },
                { name: "members", test: isOneOf(members) },
                { name: "signed-in", test: isOneOf(signedIn) },
                { name: "queries", test: (id) => tanstack.test(id) || isOneOf(queries)(id) },
              ],
            },
          },
        },
      },
    },
  },
});
