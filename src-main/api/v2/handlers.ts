import * as accounts from './accounts.ts'
import * as blocks from './blocks.ts'
import * as config from './config.ts'
import type { V2Handlers } from './context.ts'
import * as dns from './dns.ts'
import * as estimate from './estimateFee.ts'
import * as locate from './locate.ts'
import * as runMethod from './runMethod.ts'
import * as send from './send.ts'
import * as tokens from './tokens.ts'
import * as transactions from './transactions.ts'
import * as utils from './utils.ts'
import * as wallets from './wallets.ts'

/** The handler of every operation, by its name. */
export const v2Handlers: V2Handlers = {
  ...blocks,
  ...transactions,
  ...locate,
  ...accounts,
  ...wallets,
  ...tokens,
  ...dns,
  ...config,
  ...runMethod,
  ...send,
  ...estimate,
  ...utils,
}
