import { Buffer } from "node:buffer";
import { Upload } from "tus-js-client";
import { uploadsPath } from "../../src/features/classroom/uploads/feature.ts";
import type { Announcement } from "../../src/features/classroom/uploads/policy.ts";
import type { TestApp } from "./app.ts";
import type { TestPerson } from "./people.ts";

export type UploadPlan = Announcement;

export interface Uploaded {
  /** The upload's id; undefined if it was refused at the start. */
  readonly id: string | undefined;
  /** The problem's status, if it was refused. */
  readonly status: number;
  readonly code: string | undefined;
}

export const metadataOf = (plan: UploadPlan): string =>
  Object.entries(plan)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Uploads like the browser, by default in chunks of 5 MB. */
export function uploadByTus(
  app: Pick<TestApp, "origin">,
  person: Pick<TestPerson, "token">,
  plan: UploadPlan,
  bytes: Buffer,
  chunkSize = 5 * 1024 ** 2,
): Promise<Uploaded> {
  return new Promise((done) => {
    const idOf = (): string | undefined => upload.url?.split("/").at(-1);
    const upload = new Upload(bytes, {
      endpoint: `${app.origin}${uploadsPath}`,
      headers: { authorization: `Bearer ${person.token}` },
      metadata: { ...plan },
      chunkSize,
      uploadSize: bytes.length,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onSuccess: () => done({ id: idOf(), status: 204, code: undefined }),
      onError: (error) => {
        const response = "originalResponse" in error ? error.originalResponse : null;
        done({
          id: idOf(),
          status: response?.getStatus() ?? 0,
          code: (JSON.parse(response?.getBody() || "{}") as { code?: string }).code,
        });
      },
    });
    upload.start();
  });
}
