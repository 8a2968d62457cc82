import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { startTestApp, useTestApp } from "../support/app.ts";
import { makePerson } from "../support/people.ts";
import { makeClass } from "../support/school.ts";

const app = useTestApp();
const get = (path: string) => fetch(`${app.current.origin}${path}`);
const site = () => app.current.context.settings.origin;
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);

test("the sitemap lists exactly the approved classes and the instructors", async () => {
  const instructor = await makePerson(app.current, "instructor");
  await makePerson(app.current, "student");
  const approved = await makeClass(app.current, instructor);
  await makeClass(app.current, instructor, { status: "pending" });
  await makeClass(app.current, instructor, { status: "denied" });

  const index = await get("/sitemap.xml");
  expect(index.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const files = locations(await index.text());
  expect(files).toEqual([
    `${site()}/sitemap/pages.xml`,
    `${site()}/sitemap/classes/${approved}.xml`,
    `${site()}/sitemap/instructors/${instructor.id}.xml`,
  ]);
  // The sitemap has one file per cursor, not per class.
  expect((await get(`/sitemap/classes/${instructor.id}.xml`)).status).toBe(404);
  expect((await get("/sitemap/classes/0198c0de-0000-7000-8000-000000000000.xml")).status).toBe(404);
  const found = await Promise.all(
    files.map(async (file = "") => locations(await (await get(new URL(file).pathname)).text())),
  );
  expect(found[0]).toContain(`${site()}/classes`);
  expect(found[1]).toEqual([`${site()}/classes/${approved}`]);
  expect(found[2]).toEqual([`${site()}/instructors/${instructor.id}`]);
});

test("a sitemap of many goes on in a second file, and files stay where they were cut", async () => {
  // Another test's sitemap is cached for minutes.
  const own = await startTestApp();
  try {
    const { db, settings } = own.context;
    const idOf = (number: number): string => `01000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
    await db.execute(sql`
      insert into users (id, name, email, image, role, created_at)
      select ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Person', n || '@example.org', '', 'instructor', now()
      from generate_series(1, 20010) n`);
    await db.execute(sql`insert into sitemap_files values ('instructors', ${idOf(6)})`);
    await db.execute(sql`update users set role = 'student' where id = ${idOf(7)}`);
    const ask = async (path: string) => locations(await (await fetch(own.origin + path)).text());
    const path = (number: number): string => `/sitemap/instructors/${idOf(number)}.xml`;
    const cut = [6, 10_007, 20_007];
    const [, ...files] = await ask("/sitemap.xml");
    expect(files).toEqual(cut.map((number) => settings.origin + path(number)));
    const listed = await Promise.all(cut.map((number) => ask(path(number))));
    expect(listed.map(({ length }) => length)).toEqual([10_005, 10_000, 4]);
    expect(new Set(listed.flat()).size).toBe(20_009);
  } finally {
    await own.close();
  }
}, 120_000);

test.each(["/sitemap/nobody/x.xml", "/sitemap/classes/x.xml", "/share/nothing.png", "/share/class/x.png"])(
  "%s is not found",
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test("robots.txt names the sitemap and forbids AI training on the pictures", async () => {
  const text = await (await get("/robots.txt")).text();
  expect(text).toContain(`Sitemap: ${site()}/sitemap.xml`);
  expect(text).toMatch(/User-agent: GPTBot\n(User-agent: .+\n)*Disallow: \/images\//);
  const [everybody, trainers] = text.split("\n\n").map((group) => group.split("\n"));
  expect(trainers).toEqual(expect.arrayContaining(everybody?.slice(1) ?? []));
  for (const pictures of ["images", "drawings", "media", "share"])
    expect(trainers).toContain(`Disallow: /${pictures}/`);
  for (const path of ["/drawings/cover-eyes.svg", "/share/senga.png", "/share/icon-180.png"])
    expect((await get(path)).headers.get("x-robots-tag"), path).toBe("noai, noimageai");
});

test("a public class has a share picture", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const approved = await makeClass(app.current, instructor);
  const pending = await makeClass(app.current, instructor, { status: "pending" });
  const picture = await get(`/share/class/${approved}.png`);
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(picture.headers.get("x-robots-tag")).toBe("noai, noimageai");
  const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  expect([width, height]).toEqual([1200, 630]);
  expect((await get(`/share/class/${pending}.png`)).status).toBe(404);
});

test("the manifest's icons have the declared sizes", async () => {
  const manifest = (await (await get("/manifest.webmanifest")).json()) as {
    icons: { src: string; sizes: string }[];
  };
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(Buffer.from(await (await get(src)).arrayBuffer())).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("favicon.ico is an icon, and security.txt names a contact and expires in half a year", async () => {
  const icon = await get("/favicon.ico");
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  const bytes = Buffer.from(await icon.arrayBuffer());
  const { width, format } = await sharp(bytes.subarray(22)).metadata();
  expect([bytes.readUInt16LE(2), bytes.readUInt8(6), width, format]).toEqual([1, 48, 48, "png"]);
  const text = await (await get("/.well-known/security.txt")).text();
  expect(text).toContain(`Contact: mailto:${app.current.context.settings.supportEmail}\n`);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  const days = (expires - app.current.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
});
