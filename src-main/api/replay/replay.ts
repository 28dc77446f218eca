import type { Address, Cell } from '@ton/core'
import type { CodeBlockJson } from '#shared/schema/disassembly.ts'
import type { GasProfileJson, ReplayJson } from '#shared/schema/replay.ts'
import { formatRawAddress } from '#shared/ton/address.ts'
import { bocBase64 } from '../../chain/cells/serializeBoc.ts'
import { gasProfile } from '../../tvm/replay/gasProfile.ts'
import type { ReplaySteps } from '../../tvm/replay/replaySteps.ts'
import { methodsOfBlocks } from './methodNames.ts'

/** A run with all of its steps. */
export type Replay = { readonly summary: Omit<ReplayJson, 'steps'>; readonly steps: ReplaySteps }

/** Approximate size of a step, bytes. */
const STEP_BYTES = 200

/** Returns the approximate size of a replay in memory, bytes. */
export function replayBytes({ summary: { code, storage }, steps: { steps, values } }: Replay): number {
  const { data_before, data_after, code_after, actions } = storage
  const texts = [code?.boc, data_before, data_after, code_after, actions, ...values]
  return steps.length * STEP_BYTES + texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
}

/** Returns the profile of steps, with the methods to which blocks belong. */
export function namedProfile(steps: ReplaySteps, blocks: readonly CodeBlockJson[]): GasProfileJson {
  const { instructions, blocks: entries } = gasProfile(steps.steps, blocks)
  const methods = methodsOfBlocks(blocks)
  const numbers = new Map(blocks.map(({ cell, offset }, index) => [`${cell}${offset}`, index]))
  return {
    instructions,
    blocks: entries.map((entry) => ({
      ...entry,
      ...methods.get(numbers.get(`${entry.cell}${entry.offset}`) ?? -1),
    })),
  }
}

/** Returns an address in the raw form. */
export function rawAddress(address: Address): string {
  return formatRawAddress({ workchain: address.workChain, hash: address.hash })
}

/** Returns the code that ran, or null. */
export function codeJson(code: Cell | undefined): ReplayJson['code'] {
  return code ? { hash: code.hash().toString('hex'), boc: bocBase64(code) } : null
}
