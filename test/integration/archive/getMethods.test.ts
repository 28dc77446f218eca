import { readFile } from 'node:fs/promises'
import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methodIdOf } from '#shared/ton/methodId.ts'
import { legacyStack } from '../../../src-main/api/v2/stackOutput.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { openAccount } from '../../../src-main/chain/state/account.ts'
import { openMasterchain, openState } from '../../../src-main/devnet/collator/openedState.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { type AdnlConnection, connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import { parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { topShardBlocks } from '../../../src-main/liteserver/server/blockAccess.ts'
import type { RunMethodResult } from '../../../src-main/liteserver/tl/accounts.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { createGetMethodRunner, type FindLibraries } from '../../../src-main/tvm/getMethod.ts'
import { runNodeGetMethod } from '../../../src-main/tvm/nodeGetMethod.ts'
import { parseStack, stackCell } from '../../../src-main/tvm/stackCodec.ts'
import { createTvmConfig } from '../../../src-main/tvm/tvmConfig.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { sampleContext } from '../../unit/liteserver/server/sampleServer.ts'
import { sampleConfig } from '../../unit/tvm/sampleConfig.ts'
import { openSampleGateway } from '../clients/sampleGateway.ts'
import { proveRun } from '../devnet/checkRunMethod.ts'

const METHODS = [
  'seqno',
  'get_public_key',
  'get_jetton_data',
  'get_wallet_data',
  'get_collection_data',
  'get_nft_data',
  'no_such_method',
]
const PROOFS = 1
const STATE_PROOF = 2
const RESULT = 4
const NO_PARAMS = Buffer.alloc(0)
const NO_SUCH_METHOD = 11
const NOT_ACTIVE = -256

/** One account of each code in the sample's newest states, and one without code. */
async function contractsOfSample(): Promise<{ readonly withCode: Address[]; readonly bare: Address }> {
  const { store } = sampleContext()
  const head = store.head()
  const byCode = new Map<string, Address>()
  let bare: Address | undefined
  for (const id of [head, ...topShardBlocks({ store })]) {
    const block = store.find(id)
    if (!block) throw new Error(`the sample has no block ${id.seqno} of workchain ${id.workchain}`)
    const { accounts } = openState(await store.state(block))
    for (const { key, value } of accounts.entries()) {
      const address = new Address(id.workchain, key)
      const state = openAccount(value.account)?.storage.state
      const code = state?.type === 'active' ? state.init.code : undefined
      if (code) byCode.set(code.hash().toString('hex'), address)
      else bare = address
    }
  }
  if (!bare) throw new Error('every account of the sample has code')
  return { withCode: [...byCode.values()], bare }
}

/** Finds public libraries in the newest masterchain state of the sample. */
async function librariesOfSample(): Promise<FindLibraries> {
  const { store } = sampleContext()
  const block = store.find(store.head())
  if (!block) throw new Error('the sample has no head')
  const { libraries } = openMasterchain(await store.state(block)).details
  return async (hashes) =>
    new Map(
      hashes.flatMap((hash) => {
        const found = libraries.get(Buffer.from(hash, 'hex'))
        return found ? [[hash, found.lib] as const] : []
      }),
    )
}

describe('get-methods at the liteserver of recorded blocks', () => {
  let gateway: Gateway & AsyncDisposable
  let connection: AdnlConnection
  let head: BlockIdExt
  let contracts: Awaited<ReturnType<typeof contractsOfSample>>

  beforeAll(async () => {
    contracts = await contractsOfSample()
    head = sampleContext().store.head()
    gateway = await openSampleGateway()
    const config = parseGlobalConfig(await readFile(gateway.globalConfigFile ?? '', 'utf8'))
    const [server] = config.liteservers
    if (!server) throw new Error('the sample has no liteserver')
    connection = await connectAdnl(server)
  }, 120_000)
  afterAll(async () => {
    connection?.close()
    await gateway?.[Symbol.asyncDispose]()
  })

  async function run(address: Address, method: string, mode: number): Promise<RunMethodResult> {
    const query = encodeLiteQuery(liteApi.runSmcMethod, {
      mode,
      id: head,
      account: { workchain: address.workChain, id: address.hash },
      methodId: BigInt(methodIdOf(method)),
      params: NO_PARAMS,
    })
    return liteApi.runSmcMethod.decodeResponse(await connection.query(query))
  }

  async function runByV2(address: Address, method: string) {
    const response = await fetch(`${gateway.url}/api/v2/runGetMethod`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: address.toRawString(), method, stack: [], seqno: head.seqno }),
    })
    const { result } = (await response.json()) as { result: { exit_code: number; stack: unknown } }
    return { exitCode: result.exit_code, stack: result.stack }
  }

  it('give the exit code and stack of v2 for every code on the network', { timeout: 120_000 }, async () => {
    expect(contracts.withCode.length).toBeGreaterThan(8)
    const codes: number[] = []
    for (const address of contracts.withCode) {
      for (const method of METHODS) {
        const { exitCode, result } = await run(address, method, RESULT)
        if (!result) throw new Error('the answer has no result')
        const stack = legacyStack(parseStack(parseBocRoot(result)))
        expect({ address, method, exitCode, stack }).toEqual({
          address,
          method,
          ...(await runByV2(address, method)),
        })
        codes.push(exitCode)
      }
    }
    expect(codes).toContain(0)
    expect(codes).toContain(NO_SUCH_METHOD)
  })

  it('contain the parts that the mode requests, and proofs that suffice to run again', {
    timeout: 120_000,
  }, async () => {
    const pool = createTvmPool({ threads: 1 })
    const tools = { pool, runner: createGetMethodRunner(pool) }
    const config = createTvmConfig(await sampleConfig())
    const findLibraries = await librariesOfSample()
    try {
      for (const address of contracts.withCode) {
        const answer = await run(address, 'seqno', PROOFS | STATE_PROOF | RESULT)
        expect(answer.initC7).toBeUndefined()
        const proved = proveRun(head, address, answer)
        const again = await runNodeGetMethod(
          tools,
          {
            ...proved,
            address,
            config,
            methodId: BigInt(methodIdOf('seqno')),
            stack: stackCell([]),
            gasLimit: 300_000,
            prevBlocks: undefined,
            wanted: { readCells: false, c7: undefined },
          },
          findLibraries,
        )
        expect(again.exitCode).toBe(answer.exitCode)
        expect(again.stack.hash()).toEqual(parseBocRoot(answer.result ?? NO_PARAMS).hash())
      }
    } finally {
      await pool.close()
    }
    const [first] = contracts.withCode
    if (!first) throw new Error('the sample has no contract')
    const parts = ['shardProof', 'proof', 'stateProof', 'initC7', 'libExtras', 'result'] as const
    const bits = [PROOFS, PROOFS, STATE_PROOF, 8, 16, RESULT]
    for (let mode = 0; mode < 64; mode++) {
      const answer = await run(first, 'seqno', mode)
      expect(parts.map((part) => answer[part] !== undefined)).toEqual(bits.map((bit) => (mode & bit) !== 0))
    }
  })

  it('say that an account without code is not active', async () => {
    expect((await run(contracts.bare, 'seqno', RESULT)).exitCode).toBe(NOT_ACTIVE)
  })
})
