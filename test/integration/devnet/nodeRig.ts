import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@ton/core'
import { type Account, openAccount } from '../../../src-main/chain/state/account.ts'
import { devnetKeys } from '../../../src-main/devnet/keys.ts'
import type { DevnetSettings, RunningDevnet } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import { startDevnet } from '../../../src-main/devnet/runtime/startDevnet.ts'
import { connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { TestWallet } from './wallet.ts'

export const SEED = 'life'
export const TON = 1_000_000_000n
/** Time limit of every wait. */
const DEADLINE_MS = 60_000

export type NodeTest = {
  readonly dir: string
  readonly troubles: Error[]
  /** Starts a devnet in the test's directory; the one before must be closed. Bare and on demand by default. */
  start(settings?: Partial<DevnetSettings>): Promise<RunningDevnet>
  /** Empties the largest file of a snapshot. */
  spoilSnapshot(name: string): void
  /** Closes every devnet and removes the directory. */
  end(): Promise<void>
}

export function openNodeTest(): NodeTest {
  const dir = mkdtempSync(join(tmpdir(), 'devnet-life-'))
  const troubles: Error[] = []
  const started: RunningDevnet[] = []
  return {
    dir,
    troubles,
    async start(settings = {}) {
      const devnet = await startDevnet({
        dir,
        seed: SEED,
        scenario: false,
        blockInterval: 0,
        onTrouble: (error) => troubles.push(error),
        ...settings,
      })
      started.push(devnet)
      return devnet
    },
    spoilSnapshot(name) {
      const files = readdirSync(join(dir, 'snapshots', name, 'chain'), {
        recursive: true,
        withFileTypes: true,
      })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
      const [largest] = files.sort((a, b) => statSync(b).size - statSync(a).size)
      if (!largest) throw new Error(`${name} has no files`)
      truncateSync(largest, 10)
    },
    async end() {
      for (const devnet of started) await devnet.close()
      rmSync(dir, { recursive: true })
    },
  }
}

/** Returns the wallet of the giver, which anyone with the seed can use besides the faucet. */
export function giverWallet(seed = SEED): TestWallet {
  return TestWallet.giver(devnetKeys(seed).giver)
}

/** Opens a client that trusts only the zero state and verifies every answer. */
export async function clientOf(devnet: RunningDevnet): Promise<OpenLiteNetwork> {
  const { host, port, publicKey, zeroState } = devnet.endpoint()
  return openLiteNetwork({ config: { liteservers: [{ host, port, publicKey }], zeroState } })
}

/** An account after the newest block, proved. */
export async function accountOf(devnet: RunningDevnet, address: Address): Promise<Account | undefined> {
  const client = await clientOf(devnet)
  try {
    const session = client.session({ signal: AbortSignal.timeout(DEADLINE_MS) })
    const { account } = await session.account(await session.last(), address)
    return account && openAccount(account)
  } finally {
    client.close()
  }
}

/** Nanoton. */
export async function balanceOf(devnet: RunningDevnet, address: Address): Promise<bigint> {
  return (await accountOf(devnet, address))?.storage.balance.coins ?? 0n
}

/** Returns the proved identity of the newest masterchain block: if it is equal, the whole chain is. */
export async function headOf(devnet: RunningDevnet): Promise<string> {
  const client = await clientOf(devnet)
  try {
    const { seqno, rootHash } = await client.session({ signal: AbortSignal.timeout(DEADLINE_MS) }).last()
    return `${seqno}:${rootHash.toString('hex')}`
  } finally {
    client.close()
  }
}

/** Gives a message to the liteserver, as any client does. */
export async function sendTo(devnet: Pick<RunningDevnet, 'endpoint'>, body: Buffer): Promise<void> {
  const { host, port, publicKey } = devnet.endpoint()
  const connection = await connectAdnl({ host, port, publicKey })
  try {
    const { sendMessage } = liteApi
    sendMessage.decodeResponse(await connection.query(encodeLiteQuery(sendMessage, { body })))
  } finally {
    connection.close()
  }
}

/** Waits for the liteserver's head to reach a seqno; rejects where it doesn't within a minute. */
export async function waitForBlock(devnet: RunningDevnet, seqno: number): Promise<void> {
  const { host, port, publicKey } = devnet.endpoint()
  const connection = await connectAdnl({ host, port, publicKey })
  try {
    const { getMasterchainInfo } = liteApi
    const wait = { seqno, timeoutMs: DEADLINE_MS }
    const answer = await connection.query(encodeLiteQuery(getMasterchainInfo, {}, wait), {
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    getMasterchainInfo.decodeResponse(answer)
  } finally {
    connection.close()
  }
}
