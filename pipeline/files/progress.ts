/** Shows how far a stage of the work is: `share` runs from 0 to 1. */
export type Progress = (stage: string, share: number) => void;

/** Reports of a fetch to the person who runs it. */
export interface Output {
  log: (line: string) => void;
  progress: Progress;
}

const LINE_EVERY = 0.25;

/**
 * On a terminal one line that is overwritten (stage, share, time left). Elsewhere a plain line at
 * each quarter. Written to stderr, so that standard output stays clean.
 */
export function progressTo(stream: NodeJS.WriteStream): Progress {
  let current = '';
  let began = 0;
  let shown = 0;
  return (stage, share) => {
    if (stage !== current) {
      current = stage;
      began = performance.now();
      shown = 0;
    }
    const seconds = (performance.now() - began) / 1000;
    if (stream.isTTY) {
      const left =
        share > 0 && share < 1 ? `, ${Math.ceil((seconds * (1 - share)) / share)} s left` : '';
      stream.write(
        `\r\x1b[K${stage}: ${Math.floor(share * 100)} %${left}${share === 1 ? '\n' : ''}`,
      );
    } else if (share === 1 || share >= shown + LINE_EVERY) {
      shown = share;
      stream.write(`${stage}: ${Math.floor(share * 100)} % after ${seconds.toFixed(1)} s\n`);
    }
  };
}
