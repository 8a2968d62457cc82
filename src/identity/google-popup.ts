import { IdentityError, type IdentityUser, identity, requireStorage } from "./client.ts";

const width = 500;
const height = 600;
const lookEveryMilliseconds = 250;
/** After the popup closes; section 9 allows 8 seconds. */
const timeoutMilliseconds = 7_500;
/** Once this page has the focus. Cross-origin opener policies make an open popup look closed. */
const focusTimeoutMilliseconds = 1_500;

interface Message {
  readonly attempt: string | null;
  readonly code: string;
  readonly message: string;
}

let cancelEarlier: (() => void) | undefined;

const newAttempt = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-");

/**
 * Browsers block the popup after an await in the click handler. With `confirm`, only the Google account of the open session is
 * accepted. Throws IdentityError.
 */
export function signInWithGoogle(
  options: { onLateSuccess?: (user: IdentityUser) => void; confirm?: "yes" } = {},
): Promise<IdentityUser> {
  cancelEarlier?.();
  return new Promise((resolve, reject) => {
    requireStorage();
    const attempt = newAttempt();
    const popup = open(
      `/identity/google?${new URLSearchParams({ attempt, from: location.origin, ...(options.confirm && { confirm: options.confirm }) }).toString()}`,
      // A reused window name makes the popup look closed.
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
        looksHere * lookEveryMilliseconds < focusTimeoutMilliseconds
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
      if (!user) throw new IdentityError("internal-error", "Something interrupted the login. Try again.");
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
