import { expect, test } from "vitest";
import { createFrameStepper } from "./frame-stepper.ts";

const framesPerSecond = 12;

/** A paused film, which is painted when a test says so. */
function filmAt(currentTime: number) {
  let paint: VideoFrameRequestCallback = () => {};
  let presentedFrames = 0;
  const video = {
    paused: true,
    seeking: false,
    currentTime,
    pause: () => {},
    requestVideoFrameCallback: (callback: VideoFrameRequestCallback) => {
      paint = callback;
      return 1;
    },
    cancelVideoFrameCallback: () => {},
  };
  const frame = (): number => Math.floor(video.currentTime * framesPerSecond + 1e-9);
  return {
    video: video as unknown as HTMLVideoElement,
    frame,
    paint: (times: number): void => {
      for (let time = 0; time < times; time += 1) {
        presentedFrames += 1;
        paint(0, { mediaTime: frame() / framesPerSecond, presentedFrames } as VideoFrameCallbackMetadata);
      }
    },
  };
}

test("a step forward goes on until another frame is seen", () => {
  const film = filmAt(0);
  const { step } = createFrameStepper(film.video);
  film.paint(1);
  step(1);
  film.paint(20);
  expect(film.frame()).toBe(1);
  step(1);
  film.paint(1);
  expect(film.frame(), "the length is known").toBe(2);
});

test("steps that come before the first one has shown its frame are as many frames", () => {
  const film = filmAt(0);
  const { step } = createFrameStepper(film.video);
  film.paint(1);
  step(1);
  film.paint(2);
  step(1);
  step(1);
  film.paint(40);
  expect(film.frame()).toBe(3);
});

test("a step back ends what was asked for forward", () => {
  const film = filmAt(5 / framesPerSecond);
  const { step } = createFrameStepper(film.video);
  film.paint(1);
  step(1);
  film.paint(20);
  step(1);
  step(1);
  step(-1);
  film.paint(40);
  expect(film.frame()).toBe(6);
});
