import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { methodIdsOf } from '../../src-main/contracts/methodIdsOf.ts'
import { readContractState } from '../../src-main/indexer/detect/contractStates.ts'
import { createInspector, createKnownCodes } from '../../src-main/indexer/detect/inspector.ts'
import { createInThreadRunner } from '../../src-main/indexer/detect/inThreadRunner.ts'
import { createParsePool } from '../../src-main/indexer/parse/parsePool.ts'
import { rawAddress } from '../../src-main/indexer/stdAddress.ts'
import type { DetectionResult } from '../../src-main/store/detectedTokens.ts'
import { openReader } from '../../src-main/store/openDatabase.ts'
import { openIndexStore } from '../../src-main/store/openIndexStore.ts'
import { readerOf } from '../../src-main/store/queries/reader.ts'
import { createTvmConfig } from '../../src-main/tvm/tvmConfig.ts'
import type { RecordedAccount, RecordedContracts } from './recordedContracts.ts'

/** A recorded account and its detected kinds. */
export type DetectedContract = {
  readonly account: RecordedAccount
  readonly result: DetectionResult
  /** Interfaces of its code (compatibility-v3 §15.2); undefined for an account without code. */
  readonly interfaces: readonly string[] | null | undefined
}

/** Accounts written at once. */
const BATCH = 500
/** Of the newest recorded block, Unix seconds. */
const UTIME = 1_778_681_725

/** Detects all recorded accounts in an index of their states; by raw address. */
export async function detectContracts({
  accounts,
  deployed,
  libraries,
  config,
}: RecordedContracts): Promise<ReadonlyMap<string, DetectedContract>> {
  const all = [...accounts, ...deployed]
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-contracts-'))
  const parser = createParsePool()
  const store = await openIndexStore({ dir, zeroState: Buffer.alloc(32, 1) })
  try {
    for (let at = 0; at < all.length; at += BATCH) {
      const states = all.slice(at, at + BATCH).map(({ state }) => state)
      await store.writeHistory(await parser.history({ transactions: [], histories: [], states }))
    }
    const connection = openReader(store.file)
    try {
      const reader = readerOf(connection)
      const environment = {
        runner: createInThreadRunner(),
        config: createTvmConfig(config),
        utime: UTIME,
        findLibraries: async (hashes: readonly string[]) =>
          new Map(
            hashes.flatMap((hash) => {
              const library = libraries.get(hash)
              return library ? [[hash, library] as const] : []
            }),
          ),
      }
      const look = createInspector({ reader, environment, mcSeqno: 1, codes: createKnownCodes() })
      const found = new Map<string, DetectedContract>()
      for (const account of all) {
        const known = readContractState(reader, account.address)
        const interfaces =
          known.kind === 'active'
            ? interfacesOf(known.state.codeHash.toString('base64'), methodIdsOf(known.state.code))
            : undefined
        const result = await look.inspect(account.address, undefined)
        found.set(rawAddress(account.address), { account, result, interfaces })
      }
      return found
    } finally {
      connection.close()
    }
  } finally {
    await parser.close()
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
