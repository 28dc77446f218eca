import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { TONCO } from '#shared/contracts/tonco.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import { dataOf } from '../details.ts'
import { call } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'

/** New pools of TONCO (docs/actions §12.4). */

const CREATE_POOL = opcodeOf(TONCO, 'tonco_router_create_pool')
const INIT_POOL = opcodeOf(TONCO, 'tonco_pool_init')

type NewPool = ReturnType<typeof readCreatePool> & {
  readonly source: string | null
  readonly router: string | null
  readonly pool: string | null
  readonly isActive: boolean
}

const toncoDeployPool: ActionKind<NewPool> = {
  block: 'tonco_deploy_pool',
  fields: ({ source, router, pool, isActive, wallets, minters, ...terms }) => ({
    source,
    destination: router,
    destination_secondary: pool,
    tonco_deploy_pool_data: {
      jetton0_router_wallet: wallets[0],
      jetton1_router_wallet: wallets[1],
      jetton0_minter: minters[0],
      jetton1_minter: minters[1],
      tick_spacing: terms.tickSpacing.toString(),
      initial_price_x96: terms.initialPrice.toString(),
      protocol_fee: terms.protocolFee.toString(),
      lp_fee_base: terms.lpFeeBase.toString(),
      lp_fee_current: terms.lpFeeCurrent.toString(),
      pool_active: isActive,
    },
  }),
}

export const toncoDeployPoolRule: Rule = {
  name: 'TONCO pool deployment',
  // Excesses below the new pool's message belong to it.
  pattern: call(CREATE_POOL, { child: call(INIT_POOL, { name: 'init' }) }),
  build(match) {
    const message = match.anchor.ownMessage
    const init = match.get('init')
    if (!init) return undefined
    // As in the reference, a success even if a transaction was aborted.
    return built(toncoDeployPool, {
      ...readCreatePool(message),
      source: message.source,
      router: message.destination,
      pool: init.ownMessage.destination,
      isActive: readIsActive(init.ownMessage),
    })
  },
}

function readCreatePool(message: TraceMessage) {
  const slice = fieldsOf(message).skip(64)
  const wallets = [readAddress(slice), readAddress(slice)] as const
  const [tickSpacing, initialPrice] = [slice.loadInt(24), slice.loadUintBig(160)]
  const [protocolFee, lpFeeBase, lpFeeCurrent] = [slice.loadUint(16), slice.loadUint(16), slice.loadUint(16)]
  slice.loadRef()
  slice.loadRef()
  const accounts = slice.loadRef().beginParse()
  const minters = [readAddress(accounts), readAddress(accounts)] as const
  return { wallets, minters, tickSpacing, initialPrice, protocolFee, lpFeeBase, lpFeeCurrent }
}

function readIsActive(message: TraceMessage): boolean {
  const slice = fieldsOf(message).skip(64 + 1 + 1)
  readAddress(slice)
  slice.skip(1)
  readAddress(slice)
  // Tick spacing, price and activity each follow a flag.
  return slice.skip(1 + 24 + 1 + 160 + 1).loadBit()
}

export const TONCO_TYPES: readonly ActionType[] = [
  {
    name: 'tonco_deploy_pool',
    since: 'v2',
    details(row) {
      const data = dataOf(row.tonco_deploy_pool_data)
      return {
        source: row.source ?? null,
        pool: row.destination_secondary ?? null,
        router: row.destination ?? null,
        router_jetton_wallet_1: data.jetton0_router_wallet ?? null,
        router_jetton_wallet_2: data.jetton1_router_wallet ?? null,
        jetton_minter_1: data.jetton0_minter ?? null,
        jetton_minter_2: data.jetton1_minter ?? null,
        tick_spacing: data.tick_spacing ?? null,
        initial_price_x96: data.initial_price_x96 ?? null,
        protocol_fee: data.protocol_fee ?? null,
        lp_fee_base: data.lp_fee_base ?? null,
        lp_fee_current: data.lp_fee_current ?? null,
        pool_active: data.pool_active ?? null,
      }
    },
  },
]
