import { Cell } from '@ton/core'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadBlockInfo, masterBlock } from '../../chain/block/blockInfo.ts'
import { accountOf } from '../../chain/block/msgAddress.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { openAccount } from '../../chain/state/account.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { readAccountCells } from './accountCells.ts'
import { proveAccount } from './accounts.ts'
import { NO_BLOCK, requireLoadableBlock } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError, PROTOCOL_VIOLATION } from './liteErrors.ts'
import type { MethodOutcome, MethodRun } from './methodRun.ts'
import { readBlock, readMcState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

type Answer = TlResponse<LiteApi['runSmcMethod']>

/** Mode bits that select the parts of the answer. */
const PROOFS = 1
const STATE_PROOF = 2
const RESULT = 4
const INIT_C7 = 8
const LIB_EXTRAS = 16
/** With INIT_C7: c7 including the parts from the configuration. */
const WHOLE_C7 = 32
const KNOWN_MODE = 0x3f

const MAX_PARAMS_BYTES = 65535
/** The exit code for an account without code, -0x100. */
const NOT_ACTIVE = -256
const NOTHING = Buffer.alloc(0)

/**
 * Answers `liteServer.runSmcMethod`. As in the reference server, the answer has the proofs of
 * getAccountState, and a proof over the account of the cells that the method read.
 */
export async function runSmcMethod(
  context: LiteContext,
  { id, account, methodId, mode, params }: TlRequest<LiteApi['runSmcMethod']>,
): Promise<Answer> {
  const { methods } = context
  if (!methods) throw liteError('unknown query', PROTOCOL_VIOLATION)
  if (params.length > MAX_PARAMS_BYTES) throw liteError('more than 64k parameter bytes passed')
  if ((mode & ~KNOWN_MODE) !== 0) throw liteError('unsupported mode in runSmcMethod')
  const stack = methods.readArguments(params)
  const { block, shard, proof, cell } = await proveAccount(context, { id, account })
  const answer = (exitCode: number, stateProof: Buffer, outcome?: MethodOutcome): Answer => ({
    mode,
    id: block.id,
    shardblk: shard?.block.id ?? NO_BLOCK,
    ...(mode & PROOFS && { shardProof: proof.shard, proof: proof.account }),
    ...(mode & STATE_PROOF && { stateProof }),
    ...(mode & INIT_C7 && { initC7: outcome?.c7 ? serializeBoc(outcome.c7) : NOTHING }),
    // The reference server has never filled this field.
    ...(mode & LIB_EXTRAS && { libExtras: NOTHING }),
    exitCode,
    ...(mode & RESULT && { result: outcome ? serializeBoc(outcome.stack) : NOTHING }),
  })
  // (For an unknown workchain the reference server answers `liteServer.accountState`, which no client can decode.)
  if (!shard || !cell) return answer(NOT_ACTIVE, NOTHING)
  const recorder = new ProofRecorder()
  readAccountCells(recorder, cell)
  const stateProof = () => (mode & STATE_PROOF ? serializeBoc(recorder.proveLoaded(cell)) : NOTHING)
  const contract = contractOf(cell)
  if (!contract) return answer(NOT_ACTIVE, stateProof())
  const outcome = await methods.run({
    ...contract,
    utime: shard.state.genUtime,
    lt: shard.state.genLt,
    masterchain: await masterchainOf(context, block, shard.block),
    methodId,
    stack,
    wanted: { readCells: (mode & STATE_PROOF) !== 0, c7: wantedC7(mode) },
  })
  if (outcome.readCells) recorder.recordKeys(outcome.readCells)
  else recorder.recordTree(cell)
  return answer(outcome.exitCode, stateProof(), outcome)
}

function wantedC7(mode: number): 'plain' | 'whole' | undefined {
  if ((mode & INIT_C7) === 0) return undefined
  return mode & WHOLE_C7 ? 'whole' : 'plain'
}

type Contract = Pick<MethodRun, 'address' | 'code' | 'data' | 'libraries' | 'balance' | 'duePayment'>

/** Returns the code, data and balance of an active account; undefined for any other. */
function contractOf(cell: Cell): Contract | undefined {
  const account = openAccount(cell)
  const address = account && accountOf(account.addr)
  if (!address || account.storage.state.type !== 'active') return undefined
  const { code, data, library } = account.storage.state.init
  if (!code) return undefined
  return {
    address,
    code,
    data: data ?? Cell.EMPTY,
    libraries: library ?? null,
    balance: account.storage.balance,
    duePayment: account.storageStat.duePayment ?? 0n,
  }
}

/**
 * Returns the masterchain block that a method sees: the reference block itself, or the one that the
 * referenced shard block names.
 */
async function masterchainOf(
  context: LiteContext,
  reference: StoredBlock,
  shardBlock: StoredBlock,
): Promise<MethodRun['masterchain']> {
  const block = reference.id.workchain === MASTERCHAIN ? reference : masterchainBefore(context, shardBlock)
  const { details, extra, mcDetails } = readMcState(new ProofRecorder(), await context.store.state(block))
  return { id: block.id, config: extra.config.config, libraries: details.libraries.root, details: mcDetails }
}

function masterchainBefore(context: LiteContext, block: StoredBlock): StoredBlock {
  const { info } = readBlock(new ProofRecorder(), context.store.root(block))
  const id = masterBlock(loadBlockInfo(info.beginParse()))
  if (!id) throw liteError('masterchain ref block is not available')
  return requireLoadableBlock(context, id)
}
