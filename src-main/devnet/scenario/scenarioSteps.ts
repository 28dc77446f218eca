import { collection } from './collection.ts'
import { dns } from './dns.ts'
import { extraCurrency } from './extraCurrency.ts'
import { hostileTokens } from './hostileTokens.ts'
import { jettons } from './jettons.ts'
import { library } from './library.ts'
import { multisig } from './multisig.ts'
import { pool } from './pool.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { transfers } from './transfers.ts'
import { vesting } from './vesting.ts'
import { wallets } from './wallets.ts'

/** The steps of the scenario, in the order of a devnet's first start. */
export const scenarioSteps: readonly ScenarioStep[] = [
  wallets,
  transfers,
  jettons,
  collection,
  dns,
  multisig,
  vesting,
  pool,
  extraCurrency,
  library,
  hostileTokens,
]
