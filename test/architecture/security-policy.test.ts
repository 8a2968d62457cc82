import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { inlineCss } from "../../src/pages/first-paint.ts";
import { securityPolicy } from "../../src/pages/mount-pages.ts";

const mark = "bWFyaw";
const own = `nonce="${mark}"`;
const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const page = (slippedIn: string): string =>
  `<html><head><link ${own} rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/a.js"/>` +
  `<script ${own}>theme()</script></head><body>${slippedIn}` +
  `<script ${own} type="module" async="">start()</script></body></html>`;

const paint = (slippedIn: string) => {
  const painted = inlineCss(page(slippedIn), mark, (href) => `/* ${href} */`);
  return {
    html: painted.html,
    policy: securityPolicy(painted, { usesStripe: false, bucketOrigin: undefined }),
  };
};

test("a page's own scripts and styles are allowed", () => {
  const { html, policy } = paint("");
  for (const script of ["theme()", "start()"]) expect(policy).toContain(hashOf(script));
  expect(policy).toContain(hashOf("/* /assets/a.css */"));
  expect(html).toContain("<style>/* /assets/a.css */</style>");
  expect(html).toContain('<script type="text/later">start()</script>');
});

test.each([
  ["a script", "<script>steal()</script>", "steal()"],
  ["a script with a mark of its own", '<script nonce="guess">steal()</script>', "steal()"],
  ["a module", '<script type="module" async="">steal()</script>', "steal()"],
  ["a style", "<style>body{background:url(//evil)}</style>", "body{background:url(//evil)}"],
])("%s that was injected is not allowed", (_, markup, text) => {
  const { policy } = paint(markup);
  expect(policy).not.toContain(hashOf(text));
  for (const script of ["theme()", "start()"]) expect(policy).toContain(hashOf(script));
});

test("an injected stylesheet link is not inlined", () => {
  const { html } = paint('<link rel="stylesheet" href="/assets/../../../secret"/>');
  expect(html).not.toContain("/* /assets/..");
});

test("the nonce is removed from the page", () => {
  expect(paint("").html).not.toContain(mark);
});

test("a bucket that films come from may be fetched from, and nothing else of it be used", () => {
  const hashes = { scriptHashes: [], styleHashes: [] };
  const policyWith = (bucketOrigin: string | undefined) =>
    securityPolicy(hashes, { usesStripe: false, bucketOrigin }).split("; ");
  const origin = "https://films.example";
  const without = policyWith(undefined);
  expect(policyWith(origin).filter((directive) => !without.includes(directive))).toEqual([
    `media-src 'self' blob: ${origin}`,
    `connect-src 'self' ${origin}`,
  ]);
});
