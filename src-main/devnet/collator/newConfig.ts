import type { Cell } from '@ton/core'
import {
  CONFIG_CODECS,
  type KnownParam,
  parseConfigParam,
  readConfigParam,
} from '../../chain/config/configCodecs.ts'
import { configEntries, configParam } from '../../chain/config/configParams.ts'
import { openAccount } from '../../chain/state/account.ts'
import { TlbError } from '../../chain/tlb.ts'

/**
 * Returns the configuration that its contract has, if it differs from the present one and is valid; otherwise
 * undefined, because an invalid one must not stop the chain.
 */
export function changedConfig(configAccount: Cell, inForce: Cell): Cell | undefined {
  const state = openAccount(configAccount)?.storage.state
  const config = state?.type === 'active' ? state.init.data?.refs[0] : undefined
  if (!config || config.hash().equals(inForce.hash())) return undefined
  return isSound(config, inForce) ? config : undefined
}

/** Returns whether a change makes a key block: that of any parameter with a nonnegative id. */
export function isImportantChange(before: Cell, after: Cell): boolean {
  const ids = new Set([...configEntries(before), ...configEntries(after)].map(({ id }) => id))
  for (const id of ids) {
    if (id < 0) continue
    const [old, next] = [configParam(before, id), configParam(after, id)]
    if (old && next ? !old.hash().equals(next.hash()) : old !== next) return true
  }
  return false
}

/**
 * Checks that all mandatory parameters exist, that those with a known layout have it (negative ids have none, as in the
 * reference), and that the contract stays the same.
 */
function isSound(config: Cell, inForce: Cell): boolean {
  try {
    for (const { id, value } of configEntries(config)) {
      if (id >= 0 && id in CONFIG_CODECS) parseConfigParam(id as KnownParam, value)
    }
    const mandatory = readConfigParam(inForce, 9) ?? []
    const [contract, next] = [readConfigParam(inForce, 0), readConfigParam(config, 0)]
    return (
      mandatory.every((id) => configParam(config, id) !== undefined) &&
      contract !== undefined &&
      next?.equals(contract) === true
    )
  } catch (error) {
    if (error instanceof TlbError) return false
    throw error
  }
}
