export function seekTo(video: HTMLVideoElement, second: number): void {
  video.currentTime = second;
}

export function setRate(video: HTMLVideoElement, rate: number): void {
  video.playbackRate = rate;
}

export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) play(video);
  else video.pause();
}

/** A browser may ask for another press first. */
export function play(video: HTMLVideoElement): void {
  video.play().catch(() => {});
}
