import type { TraceAccount } from '../../decode/traceModel.ts'
import styles from './Letter.module.css'

/** The letter of an account, round for a wallet, squared for a contract. */
export function Letter({ account }: { readonly account: TraceAccount }) {
  return (
    <span className={styles.letter} data-wallet={account.isWallet ? '' : undefined}>
      {account.letter}
    </span>
  )
}
