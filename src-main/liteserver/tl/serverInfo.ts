import { blockIdExt, zeroStateIdExt } from './blockIds.ts'
import type { TlValue } from './codec.ts'
import { bytes, int, int256, long, nat } from './codec.ts'
import { tlConstructor } from './combinator.ts'
import { tlFunction } from './function.ts'

export const masterchainInfo = tlConstructor(
  'liteServer.masterchainInfo last:tonNode.blockIdExt state_root_hash:int256 init:tonNode.zeroStateIdExt = liteServer.MasterchainInfo',
  { last: blockIdExt, stateRootHash: int256, init: zeroStateIdExt },
)
/**
 * The answer to getMasterchainInfo (`liteServer.masterchainInfo`): the newest masterchain block and the zero
 * state.
 */
export type MasterchainInfo = TlValue<typeof masterchainInfo>

export const masterchainInfoExt = tlConstructor(
  'liteServer.masterchainInfoExt mode:# version:int capabilities:long last:tonNode.blockIdExt last_utime:int now:int state_root_hash:int256 init:tonNode.zeroStateIdExt = liteServer.MasterchainInfoExt',
  {
    mode: nat,
    version: int,
    capabilities: long,
    last: blockIdExt,
    lastUtime: int,
    now: int,
    stateRootHash: int256,
    init: zeroStateIdExt,
  },
)
/**
 * The answer to getMasterchainInfoExt (`liteServer.masterchainInfoExt`): also the server's version and clock.
 * Times are in Unix seconds.
 */
export type MasterchainInfoExt = TlValue<typeof masterchainInfoExt>

export const currentTime = tlConstructor('liteServer.currentTime now:int = liteServer.CurrentTime', {
  now: int,
})
/** The answer to getTime (`liteServer.currentTime`), in Unix seconds. */
export type CurrentTime = TlValue<typeof currentTime>

export const version = tlConstructor(
  'liteServer.version mode:# version:int capabilities:long now:int = liteServer.Version',
  { mode: nat, version: int, capabilities: long, now: int },
)
/** The answer to getVersion (`liteServer.version`). */
export type Version = TlValue<typeof version>

export const sendMsgStatus = tlConstructor('liteServer.sendMsgStatus status:int = liteServer.SendMsgStatus', {
  status: int,
})
/** The answer to sendMessage (`liteServer.sendMsgStatus`). 1 means that the server accepted the message. */
export type SendMsgStatus = TlValue<typeof sendMsgStatus>

/** The only type of the scheme that no function uses. */
export const debugVerbosity = tlConstructor(
  'liteServer.debug.verbosity value:int = liteServer.debug.Verbosity',
  { value: int },
)
/** The only type of lite_api.tl that no function uses (`liteServer.debug.verbosity`). */
export type DebugVerbosity = TlValue<typeof debugVerbosity>

export const getMasterchainInfo = tlFunction(
  'liteServer.getMasterchainInfo = liteServer.MasterchainInfo',
  {},
  masterchainInfo,
)
export const getMasterchainInfoExt = tlFunction(
  'liteServer.getMasterchainInfoExt mode:# = liteServer.MasterchainInfoExt',
  { mode: nat },
  masterchainInfoExt,
)
export const getTime = tlFunction('liteServer.getTime = liteServer.CurrentTime', {}, currentTime)
export const getVersion = tlFunction('liteServer.getVersion = liteServer.Version', {}, version)
export const sendMessage = tlFunction(
  'liteServer.sendMessage body:bytes = liteServer.SendMsgStatus',
  { body: bytes },
  sendMsgStatus,
)
