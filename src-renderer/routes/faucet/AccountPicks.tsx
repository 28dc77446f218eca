import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import { useShownAddress } from '../../api/useAddress.ts'
import { SHORT_ADDRESS_WIDTH } from '../../components/AddressText.tsx'
import { Identicon } from '../../components/Identicon.tsx'
import { Skeleton } from '../../components/states.tsx'
import { isSameAccount } from '../../decode/accountKey.ts'
import { shortAddress } from '../../format/shorten.ts'
import styles from './FaucetPage.module.css'

type AccountPicksProps = {
  readonly accounts: readonly ScenarioAccount[]
  readonly current: string
  readonly onPick: (address: string) => void
}

function Pick({
  account,
  current,
  onPick,
}: Omit<AccountPicksProps, 'accounts'> & { readonly account: ScenarioAccount }) {
  const { name, kind } = account
  const { text: address, isSettled } = useShownAddress(account.address)
  return (
    <button
      type="button"
      className={styles.pick}
      aria-pressed={isSameAccount(address, current)}
      title={isSettled ? `${kind}\n${address}` : kind}
      onClick={() => onPick(address)}
    >
      <Identicon address={address} size={20} />
      <span className={styles.pickName}>{name}</span>
      <span className={styles.pickKind}>{kind}</span>
      <code className={styles.pickAddress}>
        {isSettled ? shortAddress(address) : <Skeleton width={SHORT_ADDRESS_WIDTH} />}
      </code>
    </button>
  )
}

/** Buttons that fill in the wallets of the scenario. */
export function AccountPicks({ accounts, current, onPick }: AccountPicksProps) {
  const wallets = accounts.filter(({ kind }) => /wallet/.test(kind) && !/jetton/.test(kind))
  if (wallets.length === 0) return null
  return (
    <fieldset className={styles.picks}>
      <legend>Accounts of the scenario</legend>
      {wallets.map((account) => (
        <Pick key={account.address} account={account} current={current} onPick={onPick} />
      ))}
    </fieldset>
  )
}
