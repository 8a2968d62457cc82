import { IdentityError, type IdentityUser, identity, requireStorage } from "./client.ts";

const width = 500;
const height = 600;
const lookEveryMilliseconds = 250;
/** After so long from the closing of the popup, a sign-in that nobody finished has failed: within section 9's 8 seconds. */
const patienceMilliseconds = 7_500;

/** What the popup's last page tells (`popup-done.ts`). */
interface Message {
  readonly attempt: string | null;
  /** Empty when it worked. */
  readonly code: string;
  readonly message: string;
}

let cancelEarlier: (() => void) | undefined;

/**
 * Signs in with Google in a popup. Call it in the click itself, with nothing awaited before, or the browser blocks the
 * popup. Another call cancels this one. Throws IdentityError.
 * @param onLateSuccess is called when the person is signed in after all, long after the popup was taken for closed:
 *   Google's pages may cut it off from the page that opened it, and then it looks closed while it is in use
 */
export function signInWithGoogle(
  options: { onLateSuccess?: (user: IdentityUser) => void } = {},
): Promise<IdentityUser> {
  cancelEarlier?.();
  return new Promise((resolve, reject) => {
    requireStorage();
    const attempt = Math.random().toString(36).slice(2);
    const popup = open(
      `/identity/google?${new URLSearchParams({ attempt, from: location.origin }).toString()}`,
      "senga-google",
      `popup,width=${width},height=${height},left=${screenX + (outerWidth - width) / 2},top=${screenY + (outerHeight - height) / 2}`,
    );
    if (!popup) {
      throw new IdentityError(
        "popup-blocked",
        "The browser blocked the window for Google. Allow popups for this site, then try again.",
      );
    }

    const channel = new BroadcastChannel("senga-identity");
    let isGivenUp = false;
    let givingUp: ReturnType<typeof setTimeout> | undefined;
    const looking = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(looking);
      givingUp = setTimeout(giveUp, patienceMilliseconds - lookEveryMilliseconds);
    }, lookEveryMilliseconds);

    const giveUp = (): void => {
      isGivenUp = true;
      reject(
        new IdentityError(
          "popup-closed-by-user",
          "The window for Google was closed before you were logged in.",
        ),
      );
    };
    const finish = async (): Promise<void> => {
      const user = await identity.currentUser();
      if (!user) throw new IdentityError("internal-error", "The sign-in was lost on the way. Try again.");
      if (isGivenUp) options.onLateSuccess?.(user);
      else resolve(user);
    };
    const stop = (): void => {
      clearInterval(looking);
      clearTimeout(givingUp);
      channel.close();
    };
    cancelEarlier = () => {
      stop();
      reject(new IdentityError("cancelled-popup-request", "Another window for Google was opened."));
    };

    channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if (data.attempt !== null && data.attempt !== attempt) return;
      stop();
      if (data.code) {
        reject(new IdentityError(data.code, data.message));
        return;
      }
      finish().catch(reject);
    });
  });
}
