import { STANDARD_ACCOUNTS } from '#shared/contracts/standardAccounts.ts'
import type { AccountParam } from '#shared/schema/systemAccounts.ts'

/** An account of the protocol. */
export type SystemAccount = { readonly name: string; readonly about: string }

const ZERO = '0'.repeat(64)
const SYSTEM = `-1:${ZERO}`

/** Accounts with addresses that the protocol defines, by account key. */
const FIXED: ReadonlyMap<string, SystemAccount> = new Map([
  [
    SYSTEM,
    {
      name: 'System',
      about:
        'The protocol itself: the source of messages that blocks make, such as rewards and collected fees',
    },
  ],
  [
    `0:${ZERO}`,
    { name: 'Zero address', about: 'Has no private key: coins and tokens sent to it are burned' },
  ],
])

/** Accounts in the configuration, by parameter. */
export const CONFIGURED: Readonly<Record<AccountParam, SystemAccount>> = {
  0: { name: 'Config', about: 'Keeps the configuration of the network (parameter 0)' },
  1: { name: 'Elector', about: 'Elects validators and keeps their stakes (parameter 1)' },
  2: { name: 'Minter', about: 'Mints extra currencies (parameter 2)' },
  3: { name: 'Fee collector', about: 'Collects fees (parameter 3)' },
  4: { name: 'DNS root', about: 'Root resolver of all domains (parameter 4)' },
}

/**
 * Returns whether an account is one of the protocol whose name and kind follow from its address, in every network of
 * the reference software.
 */
export function isProtocolAccount(key: string): boolean {
  return STANDARD_ACCOUNTS.has(key) || key === SYSTEM
}

/** Roles of accounts that users call, or whose owners send coins, as those of other accounts. */
const PUBLIC_ROLES: ReadonlySet<SystemAccount> = new Set([CONFIGURED[2], CONFIGURED[4]])

/**
 * Returns whether an account of the masterchain only serves the network, so that lists of actions can hide what happens
 * with it.
 * @param key raw address
 * @param configured accounts in the configuration
 */
export function isOwnAccount(key: string, configured: ReadonlyMap<string, SystemAccount>): boolean {
  if (!key.startsWith('-1:')) return false
  const account = systemAccount(key, configured)
  return account ? !PUBLIC_ROLES.has(account) : STANDARD_ACCOUNTS.has(key)
}

/**
 * Returns a protocol account by its key.
 * @param configured accounts in the configuration
 */
export function systemAccount(
  key: string,
  configured: ReadonlyMap<string, SystemAccount>,
): SystemAccount | undefined {
  return FIXED.get(key) ?? configured.get(key)
}

/**
 * Returns all protocol accounts by key.
 * @param configured accounts in the configuration
 */
export function allSystemAccounts(
  configured: ReadonlyMap<string, SystemAccount>,
): ReadonlyMap<string, SystemAccount> {
  return new Map([...configured, ...FIXED])
}
