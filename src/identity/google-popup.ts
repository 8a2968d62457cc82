import { IdentityError, type IdentityUser, identity, requireStorage } from "./client.ts";

const width = 500;
const height = 600;
const lookEveryMilliseconds = 250;
/** After so long from the closing of the popup, a sign-in that nobody finished has failed: within section 9's 8 seconds. */
const timeoutMilliseconds = 7_500;
/**
 * The same where the person has been back at this page for so long. Google's pages may cut the popup off from this one,
 * and then it looks closed while somebody is busy in it, but not here.
 */
const sandboxTimeoutMilliseconds = 1_500;

/** What the popup's last page tells (`popup-done.ts`). */
interface Message {
  readonly attempt: string | null;
  /** Empty when it worked. */
  readonly code: string;
  readonly message: string;
}

let cancelEarlier: (() => void) | undefined;

/** Not of the ids' kind, which the browser does not load: it only tells attempts apart. */
const newAttempt = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-");

/**
 * Signs in with Google in a popup. Call it in the click itself, with nothing awaited before, or the browser blocks the
 * popup. Another call closes this popup and cancels this one. Throws IdentityError.
 * @param onLateSuccess is called when the person is signed in after all, long after the popup was taken for closed:
 *   Google's pages may cut it off from the page that opened it, and then it looks closed while it is in use
 */
export function signInWithGoogle(
  options: { onLateSuccess?: (user: IdentityUser) => void } = {},
): Promise<IdentityUser> {
  cancelEarlier?.();
  return new Promise((resolve, reject) => {
    requireStorage();
    const attempt = newAttempt();
    const popup = open(
      `/identity/google?${new URLSearchParams({ attempt, from: location.origin }).toString()}`,
      // A name of its own: a window that is used again looks closed to this page from then on.
      `senga-google-${attempt}`,
      `popup,width=${width},height=${height},left=${screenX + (outerWidth - width) / 2},top=${screenY + (outerHeight - height) / 2}`,
    );
    if (!popup) {
      throw new IdentityError(
        "popup-blocked",
        "Your browser blocked the Google window. Allow pop-ups for this site, then try again.",
      );
    }

    const channel = new BroadcastChannel("senga-identity");
    let isGivenUp = false;
    let looksClosed = 0;
    let looksHere = 0;
    const looking = setInterval(() => {
      if (!popup.closed) return;
      looksClosed += 1;
      looksHere = document.hasFocus() ? looksHere + 1 : 0;
      if (
        looksClosed * lookEveryMilliseconds < timeoutMilliseconds &&
        looksHere * lookEveryMilliseconds < sandboxTimeoutMilliseconds
      )
        return;
      clearInterval(looking);
      giveUp();
    }, lookEveryMilliseconds);

    const giveUp = (): void => {
      isGivenUp = true;
      reject(new IdentityError("popup-closed-by-user", "The Google window was closed before you finished."));
    };
    const finish = async (): Promise<void> => {
      const user = await identity.currentUser();
      if (!user) throw new IdentityError("internal-error", "Something interrupted the sign-in. Try again.");
      if (isGivenUp) options.onLateSuccess?.(user);
      else resolve(user);
    };
    const stop = (): void => {
      clearInterval(looking);
      channel.close();
    };
    cancelEarlier = () => {
      stop();
      popup.close();
      reject(new IdentityError("cancelled-popup-request", "You opened another Google window."));
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
