import type { RouteOptions } from "fastify";
import { expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { contracts } from "../../src/features.ts";
import { useTestApp } from "../support/app.ts";

const app = useTestApp();

const everyone = "everyone";
const sessionHolder = "the holder of the session's cookie";
const mayOpenLesson = "whoever may open the lesson: test/api/media-access.test.ts";
const mayOpenSubmission = "whoever may see the drawing: test/api/submission-access.test.ts";
const knowsTheNumber = "who knows the certificate's number";
const refused = "everyone, and is refused";
const rendition = "/media/:classId/:lessonId/:videoId";

/** Who may call what no contract declares. `*`: any method. */
const undeclared: Readonly<Record<string, string>> = {
  "POST /identity/sign-up": everyone,
  "POST /identity/sign-in": "who knows the password",
  "POST /identity/sign-out": sessionHolder,
  "POST /identity/profile": sessionHolder,
  "GET /identity/account": sessionHolder,
  "POST /identity/email-change": sessionHolder,
  "POST /identity/email-change/cancel": sessionHolder,
  "POST /identity/password": sessionHolder,
  "GET /identity/sessions": sessionHolder,
  "POST /identity/sessions/end": sessionHolder,
  "GET /identity/session": sessionHolder,
  "GET /identity/token": sessionHolder,
  "POST /identity/forgot-password": everyone,
  "POST /identity/reset-password/check": "who has the link of the mail",
  "POST /identity/reset-password": "who has the link of the mail",
  "POST /identity/verification-mail": everyone,
  "GET /identity/verify-email": "everyone: leads to the page with the button",
  "POST /identity/verify-email": "who has the link of the mail",
  "GET /identity/google": everyone,
  "GET /identity/callback/google": "who comes from Google with the state that was given",
  "GET /identity/popup-done": everyone,
  "GET /identity/popup-done.js": everyone,
  "GET /identity/popup-done.css": everyone,
  "GET /identity/jwks": everyone,
  "* /identity/*": refused,
  "GET /images/:name": everyone,
  "GET /images/:name/:file": everyone,
  "GET /drawings/*": refused,
  "POST /media/session": "the bearer of an access token",
  "DELETE /media/session": everyone,
  [`GET ${rendition}/master.m3u8`]: mayOpenLesson,
  [`GET ${rendition}/:height(^\\d{1,4}).m3u8`]: mayOpenLesson,
  [`GET ${rendition}/:height(^\\d{1,4}).mp4`]: mayOpenLesson,
  [`GET ${rendition}/poster.webp`]: mayOpenLesson,
  [`GET ${rendition}/thumbnail.webp`]: mayOpenLesson,
  [`GET ${rendition}/:language(^[A-Za-z\\d-]+).vtt`]: mayOpenLesson,
  "GET /media/:classId/:lessonId/materials/:id/*": mayOpenLesson,
  "GET /media/submissions/:id/:file": mayOpenSubmission,
  "GET /media/account/export.zip":
    "the holder of a media cookie, for what is their own: src/features/office/privacy/privacy.test.ts",
  "GET /media/*": refused,
  "POST /uploads": "instructors and admins, for a lesson that they may edit",
  "PATCH /uploads/:id": "who began the upload",
  "DELETE /uploads/:id": "who began the upload",
  "GET /.well-known/did.json": everyone,
  "GET /certificates/status/:list(^\\d{1,6}$)": everyone,
  "GET /certificates/status/:list(^\\d{1,6}).jwt": everyone,
  "GET /certificates/:number/credential.json": knowsTheNumber,
  "GET /certificates/:number/credential.jwt": knowsTheNumber,
  "GET /certificates/:number/certificate.svg": knowsTheNumber,
  "GET /certificates/:number/certificate.pdf": knowsTheNumber,
  "GET /robots.txt": everyone,
  "GET /.well-known/security.txt": everyone,
  "GET /favicon.ico": everyone,
  "GET /manifest.webmanifest": everyone,
  "GET /sitemap.xml": everyone,
  "GET /sitemap/pages.xml": everyone,
  "GET /sitemap/:name/:file": everyone,
  "GET /share/:file": everyone,
  "GET /share/class/:file": everyone,
  "GET /api/*": refused,
  "GET /api/docs": "everyone: a page",
  "GET /api/docs.data": "everyone: a page",
  "GET /api/newsletter/unsubscribe/:token": "everyone: a page",
  "GET /api/notifications/unsubscribe": "everyone: a page",
  "GET /api/notifications/unsubscribe.data": "everyone: its data",
  "GET /*": "everyone: pages",
  "POST /contact-us": "everyone: the form of POST /contact",
  "POST /newsletter": "everyone: the form of POST /newsletter",
  "POST /newsletter/confirm": "everyone: the form of POST /newsletter/confirm",
  "POST /notifications/unsubscribe": "who has the link of a mail: the form of PATCH /notifications/mail-link",
  "GET /guardian": "who has the link of the mail: a page",
  "GET /guardian.data": "who has the link of the mail: a page",
  "GET /guardian/": "who has the link of the mail: a page",
  "GET /guardian/_.data": "who has the link of the mail: a page",
  "POST /guardian": "who has the link of the mail: the form of POST /guardian/{token}",
  "POST /guardian/link": "everyone: the form of POST /guardian",
  "POST /change-email": "who has the link of the mail: the form of POST /account/email",
  "POST /newsletter/unsubscribe": "everyone: the form of POST /newsletter/unsubscribe/{token}",
};

/** Only in a demonstration: nothing of it is mounted where real services are set. */
const isOfSandbox = (url: string): boolean => url.startsWith("/sandbox/") || url.startsWith("/v1/");
/** A route for each drawing of the repository. */
const isDrawing = (url: string): boolean => /^\/drawings\/[\w./-]+\.\w+$/.test(url);

function keysOf({ method, url }: Pick<RouteOptions, "method" | "url">): string[] {
  const methods = [method].flat();
  if (methods.length > 4) return [`* ${url}`];
  // Fastify's routes of HEAD and OPTIONS follow the others.
  return methods.filter((each) => each !== "HEAD" && each !== "OPTIONS").map((each) => `${each} ${url}`);
}

async function listRoutes(): Promise<Set<string>> {
  const routes: RouteOptions[] = [...app.current.routes];
  const witness = {
    mount: async (site: Parameters<typeof app.current.context.identity.mount>[0]) =>
      void site.addHook("onRoute", (route) => void routes.push(route)),
  };
  const site = await createApp(
    { ...app.current.context, sandboxes: [witness] },
    {
      build: () => Promise.reject(new Error("no page is asked for")),
      mountAssets: async () => {},
      isDevelopment: false,
    },
  );
  await site.close();
  return new Set(routes.filter(({ url }) => !isOfSandbox(url) && !isDrawing(url)).flatMap(keysOf));
}

test("every route is declared in a contract, or listed here with who may call it", async () => {
  const declared = Object.keys(contracts).map((key) =>
    key.replace(/^(\w+) /, "$1 /api").replace(/\{(\w+)\}/g, ":$1"),
  );
  const served = await listRoutes();
  expect([...served].toSorted()).toEqual([...declared, ...Object.keys(undeclared)].toSorted());
});
