/** Seconds; until the video has played. */
const usualFrame = 1 / 30;
const shortestFrame = 1 / 70;

/** Steps by single frames, whose length it learns while the video plays. */
export function createFrameStepper(video: HTMLVideoElement) {
  let frame: number | undefined;
  let shown: VideoFrameCallbackMetadata | undefined;
  const canSeeFrames = "requestVideoFrameCallback" in video;
  let handle = 0;

  const onFrame: VideoFrameRequestCallback = (_, metadata) => {
    if (shown && !video.paused && !video.seeking) {
      const length =
        (metadata.mediaTime - shown.mediaTime) / (metadata.presentedFrames - shown.presentedFrames);
      if (length > shortestFrame && length < (frame ?? 1)) frame = length;
    }
    shown = metadata;
    handle = video.requestVideoFrameCallback(onFrame);
  };
  if (canSeeFrames) handle = video.requestVideoFrameCallback(onFrame);

  return {
    step: (direction: -1 | 1): void => {
      video.pause();
      const length = frame ?? usualFrame;
      const isShown = shown && Math.abs(shown.mediaTime - video.currentTime) < 2 * length;
      const from = isShown && shown ? shown.mediaTime : video.currentTime;
      // A quarter into the frame, since frames do not start exactly where they should.
      video.currentTime = Math.max(0, from + (direction + 0.25) * length);
    },
    stop: (): void => {
      if (canSeeFrames) video.cancelVideoFrameCallback(handle);
    },
  };
}

export type FrameStepper = ReturnType<typeof createFrameStepper>;
