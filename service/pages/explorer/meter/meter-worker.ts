/** Reads files of a meter: they stay here. */
import { type MeterJob, meterAnswers } from './meter-answer.ts';

const answer = meterAnswers();
addEventListener('message', async ({ data }: MessageEvent<MeterJob>) => {
  postMessage(await answer(data));
});
