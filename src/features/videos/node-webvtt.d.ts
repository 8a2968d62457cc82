declare module "node-webvtt" {
  interface Cue {
    readonly identifier: string;
    /** Seconds. */
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly styles: string;
  }
  interface Parsed {
    readonly valid: boolean;
    readonly cues: readonly Cue[];
  }
  const webvtt: {
    parse(text: string, options?: { strict?: boolean; meta?: boolean }): Parsed;
    compile(parsed: Parsed): string;
  };
  export default webvtt;
}
