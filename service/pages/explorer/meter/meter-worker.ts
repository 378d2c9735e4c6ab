/** Reads files of a meter: they stay here. */
import { answerPage } from '../../ui/worker-calls.ts';
import { meterAnswers } from './meter-answer.ts';

answerPage(meterAnswers());
