import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { configParam } from '../../chain/config/configParams.ts'
import { earlierSeqnos } from '../../chain/state/earlierBlocks.ts'
import { type McStateDetails, type McStateExtra, openMcStateDetails } from '../../chain/state/mcStateExtra.ts'
import { oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import type { ConfigInfo } from '../tl/config.ts'
import { expectAnswerTo } from './header.ts'
import { expect, proving, whole } from './proving.ts'
import { masterchainExtra, provedStateOf } from './state.ts'

const CHECK = 'config'

type ConfigRequest = { readonly id: BlockIdExt; readonly mode: number }

/**
 * Verifies liteServer.getConfigAll (mode 0) at a trusted masterchain block and returns the root of the
 * complete dictionary.
 * @throws ProofError
 */
export function verifyConfigAll(request: ConfigRequest, answer: ConfigInfo): Cell {
  return proving(CHECK, () => whole(configRoot(request, answer), CHECK))
}

/**
 * Verifies liteServer.getConfigParams (mode 0) and returns the cells of the requested parameters, in that
 * order, undefined for those that the configuration provably lacks.
 * @throws ProofError
 */
export function verifyConfigParams(
  request: ConfigRequest & { readonly paramList: readonly number[] },
  answer: ConfigInfo,
): readonly (Cell | undefined)[] {
  return proving(CHECK, () => {
    const root = configRoot(request, answer)
    return request.paramList.map((id) => {
      const cell = configParam(root, id)
      return cell && whole(cell, CHECK)
    })
  })
}

/**
 * Verifies liteServer.getConfigParams without parameters in the mode that includes earlier masterchain blocks
 * (bit 7), and returns the state's list of them and of the last key block. The blocks that contracts can read
 * (earlierSeqnos) are read here, so that none of them is pruned; others can be.
 * @throws ProofError
 */
export function verifyPrevBlocks(request: ConfigRequest, answer: ConfigInfo): McStateDetails {
  return proving(CHECK, () => {
    const details = openMcStateDetails(configState(request, answer).details)
    const { last, hundreds } = earlierSeqnos(request.id.seqno)
    for (const seqno of new Set([...last, ...hundreds])) oldMcBlock(details.prevBlocks, seqno)
    return details
  })
}

function configRoot(request: ConfigRequest, answer: ConfigInfo): Cell {
  return configState(request, answer).config.config
}

function configState(request: ConfigRequest, answer: ConfigInfo): McStateExtra {
  expectAnswerTo(request.id, answer.id, CHECK)
  expect(answer.mode === request.mode, CHECK, `the mode is ${answer.mode}, not ${request.mode}`)
  return masterchainExtra(provedStateOf(request.id, answer.stateProof, answer.configProof))
}
