import type { Body } from './body.ts'
import { BIDASK } from './families/bidask.ts'
import { COCOON } from './families/cocoon.ts'
import { COFFEE } from './families/coffee.ts'
import { COMMON } from './families/common.ts'
import { DEDUST } from './families/dedust.ts'
import { JVAULT, LAUNCHPADS, MEGATON, MOON, PAYMENTS, PYTH, TEGRO, TGBTC } from './families/defi.ts'
import { EVAA } from './families/evaa.ts'
import { JETTON_MINTERS, JETTONS } from './families/jettons.ts'
import { MULTISIG, PAYMENT_CHANNELS, SECOND_FACTOR, VESTING } from './families/multisig.ts'
import { NFTS, TELEMINT } from './families/nfts.ts'
import { CRON, SERVICES, STORAGE, SUBSCRIPTIONS } from './families/services.ts'
import { STAKING } from './families/staking.ts'
import { STONFI } from './families/stonfi.ts'
import { TONCO } from './families/tonco.ts'
import { WALLETS } from './families/wallets.ts'
import type { Layout } from './layout.ts'

/** Every body that has a name of its own. */
export const NAMED_BODIES: readonly Body[] = [
  ...COMMON,
  ...WALLETS,
  ...JETTONS,
  ...NFTS,
  ...TELEMINT,
  ...MULTISIG,
  ...VESTING,
  ...SECOND_FACTOR,
  ...PAYMENT_CHANNELS,
  ...STAKING,
  ...STONFI,
  ...DEDUST,
  ...BIDASK,
  ...COFFEE,
  ...TONCO,
  ...MOON,
  ...TEGRO,
  ...MEGATON,
  ...LAUNCHPADS,
  ...JVAULT,
  ...TGBTC,
  ...PYTH,
  ...EVAA,
  ...COCOON,
  ...PAYMENTS,
  ...STORAGE,
  ...CRON,
  ...SUBSCRIPTIONS,
  ...SERVICES,
]

/** Layouts by opcode, in the order in which they are tried. */
export const BODIES: ReadonlyMap<number, readonly Layout[]> = byOpcode([...NAMED_BODIES, ...JETTON_MINTERS])

function byOpcode(bodies: readonly Body[]): Map<number, Layout[]> {
  const layouts = new Map<number, Layout[]>()
  for (const { opcode, layout } of bodies) {
    const known = layouts.get(opcode)
    if (known) known.push(layout)
    else layouts.set(opcode, [layout])
  }
  return layouts
}
