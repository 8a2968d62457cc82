import { maxPictureBytes } from "./policy.ts";
import { problems } from "./problems.ts";

/** The files that can be sent, as a browser names their types. What a file really is, its bytes tell the server. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

export const maxPictureMegabytes = maxPictureBytes / 1024 / 1024;

/** Why the file need not be sent at all, in the words in which the server would refuse it; undefined when it may. */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): string | undefined {
  if (!(pictureTypes as readonly string[]).includes(type)) return problems.notAPicture.detail;
  return size > maxPictureBytes ? problems.tooLarge.detail : undefined;
}
