import type { BatchWork } from "../db/commit/batch-work.ts";
import type { GroupCommit } from "../db/commit/group-commit.ts";
import { newId } from "../db/schema/ids.ts";
import { type FindHashers, readHashers } from "../opt-outs/erased/find-hashers.ts";
import type { ProviderCallback, ReadCallback } from "../provider/callbacks.ts";
import type { Provider } from "../provider/provider.ts";
import type { RecordReceived } from "../provider-accounts/known-accounts.ts";
import type { PhoneHashes } from "../secrets/phone-hashes.ts";
import { type NewPart, recordParts } from "./parts.ts";
import { saidIn } from "./read-callback.ts";
import { type NewCallback, recordCallbacks } from "./record-callbacks.ts";
import { recordKeywords } from "./record-keywords.ts";

/**
 * Creates the function that records a callback, in a batch with others that arrive meanwhile. Only the simulated carrier
 * may select test mode.
 */
export function createCallbackRecorder(
  groupCommit: GroupCommit,
  phoneHashes: PhoneHashes,
  provider: Pick<Provider, "isSimulated">,
): (callback: ProviderCallback) => Promise<void> {
  const record = createRecorder(groupCommit, phoneHashes);
  return (given) => record({ ...given, id: newId(), testMode: given.testMode && provider.isSimulated === true });
}

/** Creates the function that records what a carrier reports over a connection of its own. */
export function createReceivedRecorder(groupCommit: GroupCommit, phoneHashes: PhoneHashes): RecordReceived {
  const record = createRecorder(groupCommit, phoneHashes);
  return (callback, part) =>
    part ? groupCommit(partRecording, { callback, part }) : record({ ...callback, id: newId() });
}

/** Creates the function that records a callback of a simulated handset in its own mode, and returns its id. */
export function createHandsetRecorder(
  groupCommit: GroupCommit,
  phoneHashes: PhoneHashes,
): (callback: ReadCallback) => Promise<string> {
  const record = createRecorder(groupCommit, phoneHashes);
  return async (callback) => {
    const id = newId();
    await record({ ...callback, id, signature: null, providerAccountId: null });
    return id;
  };
}

/**
 * Creates the function that records a callback. Keywords have separate batches, because they wait for the locks of their
 * senders' phones, and other callbacks must not wait for those.
 */
function createRecorder(groupCommit: GroupCommit, phoneHashes: PhoneHashes): (callback: NewCallback) => Promise<void> {
  const keywordRecording = keywordRecordingWith(readHashers(phoneHashes));
  return (callback) => {
    const isKeyword = callback.kind === "inbound" && saidIn(callback.content) !== undefined;
    return groupCommit(isKeyword ? keywordRecording : callbackRecording, callback);
  };
}

const partRecording: BatchWork<NewPart, void> = { run: recordParts };

const callbackRecording: BatchWork<NewCallback, void> = {
  run: recordCallbacks,
  runAgain: async (tx, callback) => (await recordCallbacks(tx, [callback], true))[0]!,
};

const keywordRecordingWith = (findHashers: FindHashers): BatchWork<NewCallback, void> => ({
  run: (tx, callbacks) => recordKeywords(tx, callbacks, findHashers),
  runAgain: async (tx, callback) => (await recordKeywords(tx, [callback], findHashers, true))[0]!,
});
