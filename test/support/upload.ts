import { createHash } from "node:crypto";
import { type Socket, connect } from "node:net";
import sharp from "sharp";
import type { TestApp } from "./app.ts";
import { type Answer, type TestPerson, call, makePerson } from "./people.ts";

/** Without `person`, a new instructor uploads. */
export async function upload(app: TestApp, bytes: Uint8Array, person?: TestPerson): Promise<Answer> {
  const body = new FormData();
  body.set("image", new Blob([Buffer.from(bytes)], { type: "image/png" }), "cover.png");
  return call(app, "POST /images", { body }, person ?? (await makePerson(app, "instructor")));
}

export const flat = (width = 2000, height = 1000, background = "#e9452a") =>
  sharp({ create: { width, height, channels: 3, background } });

/** The content hash determines the name. */
export const nameOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex").slice(0, 32);

export async function storedFile(
  { origin }: TestApp,
  url: string,
  file: string,
): Promise<Buffer | undefined> {
  const answer = await fetch(`${origin}${url}/${file}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.ok ? bytes : undefined;
}

/** Announces all bytes, sends the first ones and stalls. */
export function beginUpload(app: TestApp, person: TestPerson, first: Uint8Array, announced: number): Socket {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(
    [
      "POST /api/images HTTP/1.1",
      `host: ${hostname}`,
      `authorization: Bearer ${person.token}`,
      "content-type: multipart/form-data; boundary=edge",
      `content-length: ${announced}`,
      "",
      "--edge",
      'content-disposition: form-data; name="image"; filename="a.png"',
      "content-type: image/png",
      "",
      "",
    ].join("\r\n"),
  );
  socket.write(first);
  return socket;
}
