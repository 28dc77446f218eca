import { hash } from 'node:crypto'
import { beginCell, type Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { FILE_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { HashmapE } from '../../chain/hashmap/hashmap.ts'
import { HashmapAugE, storeHashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { signersOf } from '../../chain/proof/signers.ts'
import { addCurrencies } from '../../chain/state/currencies.ts'
import { LIBRARIES } from '../../chain/state/libDescr.ts'
import { storeMcStateDetails, storeMcStateExtra } from '../../chain/state/mcStateExtra.ts'
import { OLD_MC_BLOCKS } from '../../chain/state/oldMcBlocksInfo.ts'
import { OUT_MSG_QUEUE } from '../../chain/state/outMsgQueue.ts'
import { storeOutMsgQueueInfo } from '../../chain/state/outMsgQueueInfo.ts'
import { PROCESSED_INFO } from '../../chain/state/processedUpto.ts'
import { SHARD_ACCOUNTS } from '../../chain/state/shardAccounts.ts'
import { storeShardStateDetails, storeShardStateUnsplit } from '../../chain/state/shardState.ts'
import { buildDevnetConfig, CONFIG_ID, ELECTOR_ID } from './configuration.ts'
import { type GiverWallet, giverAccount } from './giver.ts'
import { systemCode } from './systemCode.ts'
import { type ZeroAccount, zeroShardAccount } from './zeroAccount.ts'

/** All values that determine a devnet's zero states. */
export type GenesisOptions = {
  readonly globalId: number
  /** Unix seconds. */
  readonly genesisTime: number
  /** Ed25519, 32 bytes. */
  readonly validatorKey: Buffer
  readonly giver: GiverWallet
}

/** A zero state with its file, whose SHA-256 is the id's file hash. */
export type ZeroStateFile = { readonly id: BlockIdExt; readonly root: Cell; readonly data: Buffer }

export type ZeroStates = { readonly masterchain: ZeroStateFile; readonly basechain: ZeroStateFile }

/** Nanotons of a system contract: enough forever, because special accounts pay no storage fees. */
const SYSTEM_BALANCE = 10_000_000_000n
/** Five billion coins, about mainnet's initial supply. */
const GIVER_BALANCE = 5_000_000_000_000_000_000n

/** Reference of a state that needs no masterchain block. */
const NO_MC_REF = 0xffff_ffff

/**
 * Builds the states before the first blocks: a masterchain with elector, configuration contract and a giver that has
 * all coins, and an empty basechain.
 */
export function buildZeroStates(options: GenesisOptions): ZeroStates {
  const basechain = zeroStateFile(0, zeroState(options, 0, [], undefined))
  const config = buildDevnetConfig({
    ...options,
    minter: options.giver.accountId,
    basechainZeroState: basechain.id,
  })
  const accounts = [
    configAccount(config, options.validatorKey),
    electorAccount(),
    giverAccount(options.giver, { coins: GIVER_BALANCE }),
  ].toSorted((a, b) => a.accountId.compare(b.accountId))
  return {
    masterchain: zeroStateFile(MASTERCHAIN, zeroState(options, MASTERCHAIN, accounts, config)),
    basechain,
  }
}

function configAccount(config: Cell, masterKey: Buffer): ZeroAccount {
  // config-code.fc: cfg_dict:^Cell stored_seqno:uint32 public_key:uint256 vote_dict:(HashmapE 256 …)
  const data = beginCell().storeRef(config).storeUint(0, 32).storeBuffer(masterKey, 32).storeBit(0).endCell()
  return systemAccount(CONFIG_ID, systemCode('config'), data, { tick: false, tock: true })
}

function electorAccount(): ZeroAccount {
  // elector-code.fc: elect, credits and past_elections empty, grams 0, active_id:uint32 active_hash:uint256
  const data = beginCell().storeUint(0, 3).storeCoins(0).storeUint(0, 32).storeUint(0, 256).endCell()
  return systemAccount(ELECTOR_ID, systemCode('elector'), data, { tick: true, tock: false })
}

function systemAccount(
  accountId: Buffer,
  code: Cell,
  data: Cell,
  special: { readonly tick: boolean; readonly tock: boolean },
): ZeroAccount {
  const init = { fixedPrefixLength: undefined, special, code, data, library: undefined }
  return { accountId, balance: { coins: SYSTEM_BALANCE }, init }
}

function zeroState(
  { globalId, genesisTime }: GenesisOptions,
  workchain: number,
  accounts: readonly ZeroAccount[],
  config: Cell | undefined,
): Cell {
  const entries = accounts.map((account) => ({ key: account.accountId, value: zeroShardAccount(account) }))
  const shardAccounts = HashmapAugE.from(SHARD_ACCOUNTS, entries)
  const totalBalance = accounts.reduce((sum, { balance }) => addCurrencies(sum, balance), { coins: 0n })
  const custom =
    config &&
    beginCell()
      .store(
        storeMcStateExtra({
          shardHashes: null,
          config: { configAddr: CONFIG_ID, config },
          details: beginCell().store(firstMcStateDetails(config)).endCell(),
          globalBalance: totalBalance,
        }),
      )
      .endCell()
  const outMsgQueueInfo = storeOutMsgQueueInfo({
    outQueue: HashmapAugE.empty(OUT_MSG_QUEUE),
    procInfo: new HashmapE(PROCESSED_INFO),
    extra: undefined,
    ihrPending: undefined,
  })
  const details = storeShardStateDetails({
    overloadHistory: 0n,
    underloadHistory: 0n,
    totalBalance,
    totalValidatorFees: { coins: 0n },
    libraries: new HashmapE(LIBRARIES),
    masterRef: undefined,
  })
  return beginCell()
    .store(
      storeShardStateUnsplit({
        globalId,
        shardIdent: { workchain, shard: FULL_SHARD },
        seqno: 0,
        vertSeqno: 0,
        genUtime: genesisTime,
        genLt: 0n,
        minRefMcSeqno: NO_MC_REF,
        outMsgQueueInfo: beginCell().store(outMsgQueueInfo).endCell(),
        beforeSplit: false,
        accounts: beginCell().store(storeHashmapAugE(shardAccounts)).endCell(),
        details: beginCell().store(details).endCell(),
        custom,
      }),
    )
    .endCell()
}

/** State before block 1: no earlier blocks, and it counts as after a key block. */
function firstMcStateDetails(config: Cell) {
  const { hashShort } = signersOf(config, { workchain: MASTERCHAIN, shard: FULL_SHARD }, 0)
  return storeMcStateDetails({
    validatorInfo: { validatorListHashShort: hashShort, catchainSeqno: 0, nxCcUpdated: true },
    prevBlocks: HashmapAugE.empty(OLD_MC_BLOCKS),
    afterKeyBlock: true,
    lastKeyBlock: undefined,
    blockCreateStats: undefined,
  })
}

function zeroStateFile(workchain: number, root: Cell): ZeroStateFile {
  const data = serializeBoc(root, FILE_BOC)
  const fileHash = hash('sha256', data, 'buffer')
  return { id: { workchain, shard: FULL_SHARD, seqno: 0, rootHash: root.hash(), fileHash }, root, data }
}
