/** Seconds; until frames have been seen. */
const usualFrame = 1 / 30;
const shortestFrame = 1 / 70;
/** Seeks that may show the same frame again: films stand still where nothing moved. */
const maxTries = 40;

/** Steps by single frames, whose length it learns from those that it sees. */
export function createFrameStepper(video: HTMLVideoElement) {
  const canSeeFrames = "requestVideoFrameCallback" in video;
  let frame: number | undefined;
  let shown: VideoFrameCallbackMetadata | undefined;
  /** A step that has not come to another frame, and how many were asked for since. */
  let forward: { readonly from: number; tries: number; more: number } | undefined;
  /** A step was asked for that has not been painted. */
  let isStepping = false;
  let handle = 0;

  const learn = (length: number): void => {
    if (length > shortestFrame && length < (frame ?? 1)) frame = length;
  };
  const length = (): number => frame ?? (canSeeFrames ? shortestFrame : usualFrame);

  const onFrame: VideoFrameRequestCallback = (_, metadata) => {
    const { mediaTime, presentedFrames } = metadata;
    if (shown && !video.paused && !video.seeking)
      learn((mediaTime - shown.mediaTime) / (presentedFrames - shown.presentedFrames));
    shown = metadata;
    isStepping = false;
    goOn(mediaTime);
    handle = video.requestVideoFrameCallback(onFrame);
  };
  if (canSeeFrames) handle = video.requestVideoFrameCallback(onFrame);

  // A quarter into the frame, since frames do not start exactly where they should.
  const goForward = (from: number, more: number): void => {
    forward = { from, tries: 0, more };
    video.currentTime = from + 1.25 * length();
  };

  /** Further, while the frame is the same. */
  const goOn = (mediaTime: number): void => {
    if (!forward) return;
    const { from, tries, more } = forward;
    if (!video.paused) forward = undefined;
    else if (mediaTime === from && tries < maxTries) {
      forward.tries += 1;
      video.currentTime = from + (tries + 2.25) * length();
    } else {
      if (tries > 0) learn(mediaTime - from);
      forward = undefined;
      if (more > 0 && mediaTime !== from) goForward(mediaTime, more - 1);
    }
  };

  return {
    step: (direction: -1 | 1): void => {
      video.pause();
      if (direction === 1 && forward) {
        forward.more += 1;
        return;
      }
      // A busy machine paints behind the clock: what is seen counts, except between two quick steps.
      const from = shown && !video.seeking && !isStepping ? shown.mediaTime : video.currentTime;
      isStepping = canSeeFrames;
      if (direction === 1 && canSeeFrames) return goForward(from, 0);
      forward = undefined;
      video.currentTime = Math.max(0, from + (direction + 0.25) * length());
    },
    stop: (): void => {
      if (canSeeFrames) video.cancelVideoFrameCallback(handle);
    },
  };
}

export type FrameStepper = ReturnType<typeof createFrameStepper>;
