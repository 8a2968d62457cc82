import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * Whether a request matches its signature, as S3 decides it (Signature Version 4, query parameters), because s3rver
 * accepts any signature. Ignores unsigned requests.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function isAsSigned({ method = "", url = "", headers }: IncomingMessage, secretKey: string): boolean {
  const { pathname, searchParams } = new URL(url, "http://bucket");
  const signature = searchParams.get("X-Amz-Signature");
  if (signature === null || method === "OPTIONS") return true;
  searchParams.delete("X-Amz-Signature");
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const names = searchParams.get("X-Amz-SignedHeaders") ?? "";
  const signed = names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  const request = [method, pathname, query, signed.join(""), names, "UNSIGNED-PAYLOAD"].join("\n");
  const scope = (searchParams.get("X-Amz-Credential") ?? "").split("/").slice(1);
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac("sha256", key).update(text).digest();
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  const digest = createHash("sha256").update(request).digest("hex");
  const text = ["AWS4-HMAC-SHA256", searchParams.get("X-Amz-Date"), scope.join("/"), digest].join("\n");
  return hmac(key, text).toString("hex") === signature;
}
