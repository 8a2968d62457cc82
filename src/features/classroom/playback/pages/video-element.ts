export function seekTo(video: HTMLVideoElement, second: number): void {
  video.currentTime = second;
}

export function setRate(video: HTMLVideoElement, rate: number): void {
  video.playbackRate = rate;
}

/** By 1/30 s: browsers do not say how long a frame is. */
export function stepFrame(video: HTMLVideoElement, direction: -1 | 1): void {
  video.pause();
  video.currentTime = Math.max(0, video.currentTime + direction / 30);
}

export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) play(video);
  else video.pause();
}

/** A browser may ask for another press first. */
export function play(video: HTMLVideoElement): void {
  video.play().catch(() => {});
}
