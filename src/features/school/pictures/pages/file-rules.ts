import { maxPictureBytes, fileProblems } from "../policy.ts";

/** MIME types as the browser reports them; the server checks the bytes. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

export const isPictureType = (type: string): boolean => pictureTypes.some((known) => known === type);

export const maxPictureMegabytes = maxPictureBytes / 1024 / 1024;

export function fileProblem({ type, size }: Pick<File, "type" | "size">): string | undefined {
  if (!isPictureType(type)) return fileProblems.notAPicture.detail;
  return size > maxPictureBytes ? fileProblems.tooLarge.detail : undefined;
}
