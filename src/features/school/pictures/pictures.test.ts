import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { useBucket } from "../../../../test/support/bucket.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { flat, storedFile, upload } from "../../../../test/support/upload.ts";

const bucket = useBucket();

describe.each([
  ["a folder", undefined],
  ["a bucket", bucket.env],
])("stored in %s", (_, settings) => {
  const app = useTestApp(settings);
  const get = (path: string) => fetch(`${app.current.origin}${path}`);
  const stored = async (bytes: Buffer, width: number, type = "webp"): Promise<Sharp> => {
    const { body } = await upload(app.current, bytes);
    return sharp(await storedFile(app.current, body.data?.url, `${width}.${type}`));
  };
  const firstPixel = async (picture: Sharp) => [...(await picture.raw().toBuffer()).subarray(0, 3)];

  test("a picture is there in several widths as AVIF and WebP, for ever", async () => {
    const { body } = await upload(app.current, await flat(2000, 100).jpeg().toBuffer());
    expect(body).toEqual({ success: true, data: { url: expect.stringMatching(/^\/images\/[0-9a-f]{32}$/) } });
    for (const width of [320, 480, 640, 960, 1280, 1600]) {
      for (const type of ["avif", "webp"]) {
        const answer = await get(`${body.data.url}/${width}.${type}`);
        expect(answer.headers.get("content-type")).toBe(`image/${type}`);
        expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        expect(answer.headers.get("x-robots-tag")).toBe("noai, noimageai");
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
        const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
        expect(metadata).toMatchObject({ width, height: width / 20 });
      }
    }
    expect((await get(`${body.data.url}/333.webp`)).status).toBe(404);
    expect((await get(`${body.data.url}/320.jpg`)).status).toBe(404);
    expect((await get(`${body.data.url}/1280.jpg`)).status).toBe(200);
  });

  test("its address alone answers with the best type that the caller takes", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const { body } = await upload(app.current, await flat(2000, 100).png().toBuffer(), instructor);
    const id = await makeClass(app.current, instructor, { image: body.data.url });
    const { image } = (await call(app.current, "GET /class/{id}", { params: { id } })).body;
    expect(image).toBe(body.data.url);
    for (const [accept, type] of [
      ["image/avif,image/webp,image/apng,*/*;q=0.8", "avif"],
      ["image/webp,*/*", "webp"],
      ["image/avif;q=0, image/webp;q=0.5", "webp"],
      ["image/png,image/*;q=0.8,*/*;q=0.5", "jpeg"],
      ["*/*", "jpeg"],
    ] as const) {
      const answer = await fetch(`${app.current.origin}${image}`, { headers: { accept } });
      expect(answer.headers.get("content-type")).toBe(`image/${type}`);
      expect(answer.headers.get("vary")).toBe("accept");
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(metadata).toMatchObject({ width: 1280, height: 64 });
    }
    const head = await fetch(`${app.current.origin}${image}`, { method: "HEAD" });
    expect(head.headers.get("content-type")).toBe("image/jpeg");
    for (const other of [`/images/${"0".repeat(32)}`, "/images/x", `${image}/`]) {
      expect((await get(other)).status).toBe(404);
    }
  });

  test("of a picture that was kept without a JPEG, one is made once, and goes with the others", async () => {
    const { body } = await upload(app.current, await flat(500, 300).png().toBuffer());
    const { context } = app.current;
    const name = body.data.url.split("/").at(-1);
    const files = await Promise.all(
      [320, 480, 500].map(async (width) => {
        const { stream } = (await context.storage.read(`${name}/${width}.webp`))!;
        return [`${name}/${width}.webp`, await buffer(stream)] as const;
      }),
    );
    await context.storage.removeFolder(name);
    for (const [file, bytes] of files) await context.storage.write(file, bytes);
    // The stand-in for a bucket shows an object before it is whole, which real stores do not.
    const first = settings ? [await get(body.data.url)] : [];
    const others = await Promise.all(Array.from({ length: 5 }, () => get(body.data.url)));
    const answers = [...first, ...others];
    for (const answer of answers) {
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
        format: "jpeg",
        width: 500,
      });
    }
    expect(await storedFile(app.current, body.data.url, "500.jpg")).toBeDefined();
  });

  test("the same bytes have the same address, also when they come twice at once", async () => {
    const bytes = await flat(320, 200).png().toBuffer();
    const [first, second] = await Promise.all([upload(app.current, bytes), upload(app.current, bytes)]);
    expect(first?.body).toEqual({ success: true, data: { url: expect.any(String) } });
    expect(second?.body).toEqual(first?.body);
    expect((await upload(app.current, bytes)).body).toEqual(first?.body);
  });

  test("a class with it tells how it can be shown", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const { body } = await upload(app.current, await flat(1000, 50).png().toBuffer());
    const id = await makeClass(app.current, instructor, { image: body.data.url });
    const seen = await call(app.current, "GET /class/{id}", { params: { id } });
    expect(seen.body.picture).toEqual({
      width: 1000,
      height: 50,
      widths: [320, 480, 640, 960, 1000],
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
    });
  });

  test("no name leads out of where the pictures are", async () => {
    for (const path of [
      "/images/..%2f..%2fsecret/1.webp",
      "/images/%2e%2e/secret",
      "/images/x/../../secret",
      `/images/${"a".repeat(32)}/..%2f..%2f320.webp`,
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  // The rest is the same wherever pictures are stored.
  if (settings) return;

  test("what the camera wrote stays behind, the place above all", async () => {
    const photo = await flat(320, 160)
      .withExif({
        IFD0: { Copyright: "somebody" },
        IFD3: { GPSLatitude: "52/1 31/1 0/1", GPSLatitudeRef: "N" },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- at home --></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif?.includes("somebody")).toBe(true);
    for (const type of ["avif", "webp"]) {
      const { exif, xmp, iptc, orientation } = await (await stored(photo, 320, type)).metadata();
      expect({ exif, xmp, iptc, orientation }).toEqual({});
    }
  });

  test("a picture lies as it was held, and a small one is not blown up", async () => {
    const sideways = await flat(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await (await stored(sideways, 200)).metadata()).toMatchObject({ width: 200, height: 400 });
    expect(await (await stored(await flat(7, 5).png().toBuffer(), 7)).metadata()).toMatchObject({ width: 7 });
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)("a picture may come as %s", async (format) => {
    const picture = await stored(await flat(330, 330).toFormat(format).toBuffer(), 330);
    expect(await picture.metadata()).toMatchObject({ width: 330, format: "webp" });
  });

  test("colors look as they did, whatever space they were written in", async () => {
    const red = flat(200, 150, "#ff0000");
    // The red of sRGB is 234, 51, 34 in Display P3.
    const wide = await red.clone().withIccProfile("p3").png().toBuffer();
    expect(await firstPixel(sharp(wide, { ignoreIcc: true }))).toEqual([234, 51, 34]);
    const [r = 0, g = 0, b = 0] = await firstPixel(await stored(wide, 200));
    expect(r).toBeGreaterThan(249);
    expect(g).toBeLessThan(10);
    expect(b).toBeLessThan(10);

    const print = await red.clone().toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
    const printed = await stored(print, 200);
    expect(await printed.metadata()).toMatchObject({ space: "srgb", channels: 3 });
    const [printedRed = 0, printedGreen = 255] = await firstPixel(printed);
    expect(printedRed).toBeGreaterThan(200);
    expect(printedGreen).toBeLessThan(80);
  });

  test("grey, sixteen bits and see-through parts are understood", async () => {
    const grey = await stored(await flat(200, 150, "#808080").toColourspace("b-w").png().toBuffer(), 200);
    expect((await firstPixel(grey))[0]).toBeGreaterThan(122);
    const deep = await stored(await flat(200, 150).toColourspace("rgb16").png().toBuffer(), 200);
    expect(await deep.metadata()).toMatchObject({ depth: "uchar", space: "srgb" });
    const ink = sharp({ create: { width: 200, height: 150, channels: 4, background: "#00000000" } });
    for (const type of ["webp", "avif"]) {
      const clear = await stored(await ink.clone().png().toBuffer(), 200, type);
      expect(await clear.metadata()).toMatchObject({ hasAlpha: true });
      expect((await clear.raw().toBuffer())[3]).toBe(0);
    }
  });

  test("of a moving picture the first is kept", async () => {
    const frames = await Promise.all(
      ["#ff0000", "#0000ff"].map((each) => flat(200, 150, each).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const still = await stored(moving, 200);
    expect(await still.metadata()).toMatchObject({ width: 200, height: 150 });
    expect((await firstPixel(still))[0]).toBeGreaterThan(200);
  });

  test("a strip that no format could hold is kept narrower", async () => {
    const { body } = await upload(app.current, await flat(1000, 20_000).png().toBuffer());
    expect(await storedFile(app.current, body.data.url, "160.webp")).toBeDefined();
  });
});
