import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { devnetKeys } from '../keys.ts'
import { giverOf } from '../zeroState/giver.ts'
import { buildZeroStates, type ZeroStates } from '../zeroState/zeroStates.ts'
import { DevnetStore, type DevnetStoreOptions } from './devnetStore.ts'
import { lockDirectory } from './directoryLock.ts'
import { checkFollows, checkGenesis, type Genesis, readGenesis, writeGenesis } from './genesisFile.ts'
import { MessagePool } from './messagePool.ts'

/** The accepted external messages, in a devnet's directory. */
export const MESSAGES_FILE = 'messages'

/** A devnet's directory in use. */
export type DevnetDirectory = {
  readonly zeroStates: ZeroStates
  readonly store: DevnetStore
  readonly pool: MessagePool
  /** Makes files smaller if that pays; a failure costs only space. */
  tidy(): void
  close(): Promise<void>
}

/**
 * Opens a devnet's directory: plain files that are consistent between two steps, so that a copy of them is a snapshot:
 * `genesis`, `blocks`, `steps`, `head`, `messages`, `messages.last` and `states/`. A directory without `genesis` gets a
 * new chain. Rejects with DevnetDirectoryError if it is in use, has another chain or is damaged.
 */
export async function openDevnetDirectory(
  dir: string,
  genesis: Genesis,
  options: DevnetStoreOptions = {},
): Promise<DevnetDirectory> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(dir)
  let pool: MessagePool | undefined
  try {
    const found = readGenesis(dir)
    if (found) checkGenesis(dir, found, genesis)
    const zeroStates = found?.zeroStates ?? newZeroStates(genesis)
    const { readOnly } = options
    const opened = new MessagePool(join(dir, MESSAGES_FILE), undefined, { readOnly })
    pool = opened
    const store = await DevnetStore.open(zeroStates, dir, options, {
      onSettled: (numbers) => opened.settle(numbers),
      beforeCut: () => opened.checkComplete(),
    })
    if (!found) {
      const first = store.findBySeqno({ ...store.zeroState, seqno: 1 })
      if (first) checkFollows(dir, store.root(first), zeroStates)
      writeGenesis(dir, genesis, zeroStates)
    }
    opened.begin()
    return {
      zeroStates,
      store,
      pool: opened,
      tidy() {
        try {
          opened.compact()
        } catch (error) {
          options.onTrouble?.(error)
        }
      },
      async close() {
        store.save()
        store.close()
        opened.close()
        lock.release()
      },
    }
  } catch (error) {
    pool?.close()
    lock.release()
    throw error
  }
}

/** Builds the zero states of a chain, which are the same for the same genesis. */
export function newZeroStates(genesis: Genesis): ZeroStates {
  const keys = devnetKeys(genesis.seed)
  return buildZeroStates({
    globalId: genesis.globalId,
    genesisTime: genesis.genesisTime,
    validatorKey: keys.validator.publicKey,
    giver: giverOf(keys.giver.publicKey),
  })
}
