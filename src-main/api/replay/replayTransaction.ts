import type { Address } from '@ton/core'
import { shardToHex } from '#shared/ton/shard.ts'
import { loadTransaction } from '../../chain/block/transaction.ts'
import { parseCell } from '../../chain/tlb.ts'
import { registersOf, replaySteps } from '../../tvm/replay/replaySteps.ts'
import type { StepLog } from '../../tvm/replay/stepLog.ts'
import type { CodeReader } from './codeReader.ts'
import { codeJson, namedProfile, type Replay, rawAddress } from './replay.ts'
import { differencesOf, outcomeOf, phasesOf, runEndOf, storageOf } from './replayJson.ts'
import { runScene, type SceneTools } from './runScene.ts'
import { readScene, type SceneSession } from './transactionScene.ts'

const NO_STEPS: StepLog = { steps: [], values: [], dropped: 0, ended: undefined, outOfGas: undefined }

/** Replays the transaction of an account at a logical time. Rejects as readScene and runScene do. */
export async function replayTransaction(
  session: SceneSession,
  { address, lt }: { readonly address: Address; readonly lt: bigint },
  tools: SceneTools & { readonly codes: CodeReader },
): Promise<Replay> {
  const scene = await readScene(session, address, lt)
  const run = await runScene(scene, tools)
  const { target, block, earlier, utime } = scene
  // Of a message that is refused here there is no transaction but the chain's.
  const made = run.result.accepted
    ? parseCell(run.result.transaction, 'Transaction', loadTransaction)
    : target.transaction
  const steps = replaySteps(run.log ?? NO_STEPS, runEndOf(phasesOf(made.description)))
  const disassembly = run.code ? await tools.codes.read(run.code, tools.findLibraries, tools.options) : null
  const differences = differencesOf(target.cell, run)
  return {
    summary: {
      account: rawAddress(address),
      transaction: {
        lt: String(lt),
        hash: target.cell.hash(0).toString('hex'),
        block: { workchain: block.workchain, shard: shardToHex(block.shard), seqno: block.seqno },
        before_in_block: earlier.length,
        is_equal: differences.length === 0,
        differences,
      },
      utime,
      code: codeJson(run.code),
      disassembly,
      outcome: outcomeOf(made),
      storage: storageOf(run),
      profile: namedProfile(steps, disassembly?.blocks ?? []),
      registers: registersOf(steps),
    },
    steps,
  }
}
