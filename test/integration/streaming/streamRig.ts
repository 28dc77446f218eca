import type { Cell } from '@ton/core'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import type { ScenarioStep } from '../../../src-main/devnet/scenario/scenarioContext.ts'
import { type User, type Users, usersOf, walletMessage } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { openDevnetGateway } from '../devnet/devnetGateway.ts'
import { openTestContext, type TestContext } from '../devnet/testContext.ts'
import { indexedToHead } from '../indexer/indexGateway.ts'

/** A gateway over a devnet whose blocks are made by hand. */
export type StreamRig = {
  readonly url: string
  readonly stage: TestContext
  readonly users: Users
  /** The message of an actor, without sending it. */
  order(user: User, transfers: readonly Transfer[]): Promise<Cell>
  /** Sends as clients do; resolves with the normalized hash in base64. */
  send(message: Cell): Promise<string>
  /** Makes a block. */
  step(): Promise<void>
  /** All that is on its way arrives, and the index has it. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Opens a rig after these chapters, with all of it indexed. */
export async function openStreamRig(steps: readonly ScenarioStep[]): Promise<StreamRig> {
  const stage = await openTestContext('streaming')
  for (const play of steps) await play(stage)
  const server = await serveDevnet(stage.devnet, { clock: stage.now })
  const gateway = await openDevnetGateway(stage.devnet, server)
  const { url } = gateway
  await indexedToHead(url)
  return {
    url,
    stage,
    users: usersOf(stage),
    order: (user, transfers) => walletMessage(stage, user, transfers),
    async send(message) {
      const response = await fetch(`${url}/api/v2/sendBocReturnHash`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ boc: serializeBoc(message).toString('base64') }),
      })
      const answer = (await response.json()) as { result?: { hash_norm: string }; error?: string }
      if (!answer.result) throw new Error(`not sent: ${answer.error}`)
      return answer.result.hash_norm
    },
    async step() {
      stage.wait(1)
      await stage.devnet.step()
    },
    async settle() {
      await stage.settle()
      await indexedToHead(url)
    },
    async close() {
      await gateway.close()
      await server.close()
      await stage.close()
    },
  }
}
