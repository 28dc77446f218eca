import type { TonAddress } from '#shared/ton/address.ts'
import type { GetMethodResult } from '../../tvm/getMethod.ts'
import { readMethodId } from '../../tvm/methodId.ts'
import { fitsTvmInt, type StackValue } from '../../tvm/stackValue.ts'
import { type AccountState, readAccount } from './accountState.ts'
import type { V2Context, V2Handler } from './context.ts'
import { blockIdExt } from './scalars.ts'
import { readLegacyStack, readStandardStack } from './stackInput.ts'
import { legacyStack, standardStack } from './stackOutput.ts'

type RunValues = {
  readonly address: TonAddress
  readonly method: number | string
  readonly seqno: number | undefined
}

/**
 * Runs the method. Arguments beyond 257 bits, which toncenter passes to the TVM, become NaN: computing with them
 * overflows, and untouched ones are returned.
 */
async function runMethod(
  { address, method, seqno }: RunValues,
  stack: readonly StackValue[],
  context: V2Context,
): Promise<{ account: AccountState; result: GetMethodResult }> {
  const account = await readAccount({ address, seqno }, context)
  const call = { methodId: readMethodId(method), stack: stack.map(asTvmValue) }
  const result = await context.contracts.call(account, call, context)
  const left = result.stack.map((value, place) => {
    const given = stack[place]
    return value.type === 'nan' && given?.type === 'int' ? given : value
  })
  return { account, result: { ...result, stack: left } }
}

function asTvmValue(value: StackValue): StackValue {
  return value.type === 'int' && !fitsTvmInt(value.value) ? { type: 'nan' } : value
}

export const runGetMethod: V2Handler<'runGetMethod'> = async (values, context) => {
  const stack = readLegacyStack(values.stack)
  const { account, result } = await runMethod(values, stack, context)
  return {
    '@type': 'smc.runResult',
    gas_used: result.gasUsed,
    stack: legacyStack(result.stack),
    exit_code: result.exitCode,
    block_id: blockIdExt(account.answer.block),
    last_transaction_id: account.lastTransactionId,
  }
}

export const runGetMethodStd: V2Handler<'runGetMethodStd'> = async (values, context) => {
  const stack = readStandardStack(values.stack)
  const { result } = await runMethod(values, stack, context)
  return {
    '@type': 'smc.runResult',
    gas_used: result.gasUsed,
    stack: standardStack(result.stack),
    exit_code: result.exitCode,
  }
}
