import type { OutMsgQueueKey } from '../../src-main/chain/state/outMsgQueue.ts'

/** Returns the 36-byte key of an account in the list: workchain (int32) and account id. */
export function suspendedKey(workchain: number, accountId: Buffer): Buffer {
  const key = Buffer.alloc(36)
  key.writeInt32BE(workchain, 0)
  accountId.copy(key, 4)
  return key
}

/** Splits a 44-byte key into its parts. The hash is a copy. */
export function parseOutMsgQueueKey(key: Buffer): OutMsgQueueKey {
  return {
    workchain: key.readInt32BE(0),
    addressPrefix: key.readBigUInt64BE(4),
    messageHash: Buffer.from(key.subarray(12)),
  }
}
