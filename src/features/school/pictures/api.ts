import type { Handlers } from "../../../http/register-endpoints.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { picturesContract } from "./contract.ts";
import { createPictureStore } from "./store-picture.ts";
import { admitUpload } from "./upload-limiter.ts";

export function picturesApi(context: AppContext): Handlers<typeof picturesContract, CallerFor> {
  const storePicture = createPictureStore(context);
  return {
    "POST /images": async ({ caller, request }) => {
      const url = await admitUpload(caller, request!, (bytes) => storePicture(caller, bytes));
      return { success: true, data: { url } };
    },
  };
}
