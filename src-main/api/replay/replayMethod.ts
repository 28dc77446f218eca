import type { Cell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { bocBase64 } from '../../chain/cells/serializeBoc.ts'
import type { LiteSession } from '../../liteserver/session.ts'
import { createGetMethodRunner, type GetMethodCells } from '../../tvm/getMethod.ts'
import { GET_METHOD_GAS, getMethodJob } from '../../tvm/getMethodJob.ts'
import { readMethodId } from '../../tvm/methodId.ts'
import { prevBlocksValue } from '../../tvm/prevBlocks.ts'
import { registersOf, replaySteps } from '../../tvm/replay/replaySteps.ts'
import { stackCell } from '../../tvm/stackCodec.ts'
import type { StackValue } from '../../tvm/stackValue.ts'
import type { TvmConfig } from '../../tvm/tvmConfig.ts'
import { TvmCrashError, TvmDeadlineError } from '../../tvm/tvmErrors.ts'
import { usesPrevBlocks } from '../../tvm/usesPrevBlocks.ts'
import type { AccountState } from '../v2/accountState.ts'
import type { CodeReader } from './codeReader.ts'
import { codeJson, namedProfile, type Replay, rawAddress } from './replay.ts'
import type { SceneTools } from './runScene.ts'

/** A get-method of an account's state. */
export type MethodCall = {
  readonly account: AccountState
  /** A name or a number. */
  readonly method: string
  readonly stack: readonly StackValue[]
}

/** Dependencies of replaying a get-method. */
export type MethodTools = SceneTools & {
  readonly codes: CodeReader
  readonly config: TvmConfig
  readonly session: LiteSession
}

/**
 * Replays a get-method, as runGetMethod runs it. Rejects with ApiError 422 for an account without code, and as
 * GetMethodRunner.runCells does.
 */
export async function replayMethod(
  { account, method, stack }: MethodCall,
  { pool, findLibraries, options, codes, config, session }: MethodTools,
): Promise<Replay> {
  const { code, data, address, answer } = account
  if (!code || !data) throw new ApiError(422, 'the account has no code, so that it has no get-methods')
  const methodId = readMethodId(method)
  const call: GetMethodCells = {
    code,
    data,
    address,
    balance: account.balance.coins,
    extraCurrencies: [...(account.balance.other ?? [])],
    utime: answer.shardUtime,
    config,
    prevBlocks: usesPrevBlocks(code) ? await prevBlocksOf(session) : undefined,
    methodId,
    stack: stackCell(stack),
  }
  // Finds the parameters and libraries that the method needs.
  const { params, libraries } = await createGetMethodRunner(pool).runCells(call, findLibraries, options)
  const texts = {
    code: bocBase64(code),
    data: bocBase64(data),
    stack: bocBase64(call.stack),
    config: config.text(params),
  }
  const job = { ...getMethodJob(call, texts, libraries), kind: 'replay-method' } as const
  const output = await pool.run({ ...job, stacks: true }, options).catch((error: unknown) => {
    // A long run with large stacks writes more than the thread can hold.
    if (!(error instanceof TvmCrashError || error instanceof TvmDeadlineError)) throw error
    return pool.run({ ...job, stacks: false }, options)
  })
  const gasUsed = Number(output.gasUsed)
  const steps = replaySteps(output.log, { gasBase: GET_METHOD_GAS, gasUsed, vmSteps: undefined })
  const ran = (code.isExotic && libraries.values().next().value) || code
  const disassembly = await codes.read(ran, findLibraries, options)
  return {
    summary: {
      account: rawAddress(address),
      method: { name: method, method_id: methodId, seqno: answer.block.seqno },
      utime: answer.shardUtime,
      code: codeJson(ran),
      disassembly,
      outcome: {
        skipped: null,
        exit_code: output.exitCode,
        gas_limit: String(GET_METHOD_GAS),
        gas_credit: '0',
        gas_used: output.gasUsed,
        vm_steps: null,
        action_code: null,
        out_messages: 0,
      },
      storage: { data_before: texts.data, data_after: null, code_after: null, actions: null },
      profile: namedProfile(steps, disassembly.blocks),
      registers: registersOf(steps),
    },
    steps,
  }
}

async function prevBlocksOf(session: LiteSession): Promise<Cell> {
  const last: BlockIdExt = await session.last()
  return prevBlocksValue(last, await session.earlierBlocks(last))
}
