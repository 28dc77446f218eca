import { blockIdExt } from './blockIds.ts'
import type { TlValue } from './codec.ts'
import { bool, bytes, int, int256, nat, vector } from './codec.ts'
import { optional, tlConstructor } from './combinator.ts'
import { tlFunction } from './function.ts'

export const configInfo = tlConstructor(
  'liteServer.configInfo mode:# id:tonNode.blockIdExt state_proof:bytes config_proof:bytes = liteServer.ConfigInfo',
  { mode: nat, id: blockIdExt, stateProof: bytes, configProof: bytes },
)
/**
 * The answer to getConfigAll and getConfigParams (`liteServer.configInfo`): proofs of the state and of the
 * configuration.
 */
export type ConfigInfo = TlValue<typeof configInfo>

export const validatorStats = tlConstructor(
  'liteServer.validatorStats mode:# id:tonNode.blockIdExt count:int complete:Bool state_proof:bytes data_proof:bytes = liteServer.ValidatorStats',
  { mode: nat, id: blockIdExt, count: int, complete: bool, stateProof: bytes, dataProof: bytes },
)
/** The answer to getValidatorStats (`liteServer.validatorStats`). */
export type ValidatorStats = TlValue<typeof validatorStats>

export const libraryEntry = tlConstructor(
  'liteServer.libraryEntry hash:int256 data:bytes = liteServer.LibraryEntry',
  { hash: int256, data: bytes },
)
/** A public library (`liteServer.libraryEntry`): its hash and its BoC. */
export type LibraryEntry = TlValue<typeof libraryEntry>

export const libraryResult = tlConstructor(
  'liteServer.libraryResult result:(vector liteServer.libraryEntry) = liteServer.LibraryResult',
  { result: vector(libraryEntry) },
)
/** The answer to getLibraries (`liteServer.libraryResult`), without proof. */
export type LibraryResult = TlValue<typeof libraryResult>

export const libraryResultWithProof = tlConstructor(
  'liteServer.libraryResultWithProof id:tonNode.blockIdExt mode:# result:(vector liteServer.libraryEntry) state_proof:bytes data_proof:bytes = liteServer.LibraryResultWithProof',
  { id: blockIdExt, mode: nat, result: vector(libraryEntry), stateProof: bytes, dataProof: bytes },
)
/** The answer to getLibrariesWithProof (`liteServer.libraryResultWithProof`). */
export type LibraryResultWithProof = TlValue<typeof libraryResultWithProof>

export const getConfigAll = tlFunction(
  'liteServer.getConfigAll mode:# id:tonNode.blockIdExt = liteServer.ConfigInfo',
  { mode: nat, id: blockIdExt },
  configInfo,
)
export const getConfigParams = tlFunction(
  'liteServer.getConfigParams mode:# id:tonNode.blockIdExt param_list:(vector int) = liteServer.ConfigInfo',
  { mode: nat, id: blockIdExt, paramList: vector(int) },
  configInfo,
)
export const getValidatorStats = tlFunction(
  'liteServer.getValidatorStats#091a58bc mode:# id:tonNode.blockIdExt limit:int start_after:mode.0?int256 modified_after:mode.2?int = liteServer.ValidatorStats',
  {
    mode: nat,
    id: blockIdExt,
    limit: int,
    startAfter: optional(0, int256),
    modifiedAfter: optional(2, int),
  },
  validatorStats,
)
export const getLibraries = tlFunction(
  'liteServer.getLibraries library_list:(vector int256) = liteServer.LibraryResult',
  { libraryList: vector(int256) },
  libraryResult,
)
export const getLibrariesWithProof = tlFunction(
  'liteServer.getLibrariesWithProof id:tonNode.blockIdExt mode:# library_list:(vector int256) = liteServer.LibraryResultWithProof',
  { id: blockIdExt, mode: nat, libraryList: vector(int256) },
  libraryResultWithProof,
)
