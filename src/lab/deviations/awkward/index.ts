import type { Deviation } from '../../deviation.ts';
import { alwaysBlocks } from './always-blocks.ts';
import { answerLost } from './answer-lost.ts';
import { answersCreated } from './answers-created.ts';
import { artifactsAtEnd } from './artifacts-at-end.ts';
import { asksAgain } from './asks-again.ts';
import { bomAndCrlf } from './bom-and-crlf.ts';
import { byteByByte } from './byte-by-byte.ts';
import { cancelRefused } from './cancel-refused.ts';
import { cancelTooLate } from './cancel-too-late.ts';
import { cardElsewhere } from './card-elsewhere.ts';
import { chattyStream } from './chatty-stream.ts';
import { closesAtInterrupt } from './closes-at-interrupt.ts';
import { forgetsEnded } from './forgets-ended.ts';
import { goesOnByItself } from './goes-on-by-itself.ts';
import { hugeFields } from './huge-fields.ts';
import { joinedText } from './joined-text.ts';
import { laggingReads } from './lagging-reads.ts';
import { messagesOnly } from './messages-only.ts';
import { noHistory } from './no-history.ts';
import { noList } from './no-list.ts';
import { noTimestamps } from './no-timestamps.ts';
import { oddFraming } from './odd-framing.ts';
import { oddIds } from './odd-ids.ts';
import { rateLimited } from './rate-limited.ts';
import { repeatsItself } from './repeats-itself.ts';
import { replacesArtifacts } from './replaces-artifacts.ts';
import { replaysOnSubscribe } from './replays-on-subscribe.ts';
import { severalLines } from './several-lines.ts';
import { signedUrls } from './signed-urls.ts';
import { slowAnswers } from './slow-answers.ts';
import { slowCancel } from './slow-cancel.ts';
import { snapshotAtEnd } from './snapshot-at-end.ts';
import { staleReplica } from './stale-replica.ts';
import { staysOpenAtInterrupt } from './stays-open-at-interrupt.ts';
import { typedWithCharset } from './typed-with-charset.ts';
import { unicodeIds } from './unicode-ids.ts';
import { vendorFields } from './vendor-fields.ts';
import { zeroOffsetTimes } from './zero-offset-times.ts';

export const awkward: readonly Deviation[] = [
  alwaysBlocks,
  answerLost,
  answersCreated,
  artifactsAtEnd,
  asksAgain,
  bomAndCrlf,
  byteByByte,
  cancelRefused,
  cancelTooLate,
  cardElsewhere,
  chattyStream,
  closesAtInterrupt,
  forgetsEnded,
  goesOnByItself,
  hugeFields,
  joinedText,
  laggingReads,
  messagesOnly,
  noHistory,
  noList,
  noTimestamps,
  oddFraming,
  oddIds,
  rateLimited,
  repeatsItself,
  replacesArtifacts,
  replaysOnSubscribe,
  severalLines,
  signedUrls,
  slowAnswers,
  slowCancel,
  snapshotAtEnd,
  staleReplica,
  staysOpenAtInterrupt,
  typedWithCharset,
  unicodeIds,
  vendorFields,
  zeroOffsetTimes,
];
