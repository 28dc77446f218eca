import { useIdentity } from '../api/identityContext.tsx'
import { accountKey } from '../decode/accountKey.ts'
import { masterOf } from '../decode/accountName.ts'
import { tokenOf } from '../decode/tokenInfo.ts'
import { type TokenMove, tokenMoves } from '../decode/tokenMoves.ts'
import type { TransactionView } from '../decode/transactionView.ts'
import { TokenAmount } from './TokenAmount.tsx'
import styles from './TokenMoves.module.css'

function Move({ move, account }: { readonly move: TokenMove; readonly account: string }) {
  const { identity } = useIdentity(move.wallet)
  const owner = tokenOf(identity, 'jetton_wallets')?.extra?.owner
  const jetton = masterOf(identity)
  const isOwn = typeof owner === 'string' && accountKey(owner) === accountKey(account)
  if (!isOwn || jetton === undefined) return null
  if (move.isRequest) {
    return (
      <span
        className={styles.request}
        title="Requested from the jetton wallet in a later transaction: the trace shows whether it was sent"
      >
        <TokenAmount value={move.amount} jetton={jetton} /> requested
      </span>
    )
  }
  return (
    <span className={styles.move} data-direction="in">
      <TokenAmount value={move.amount} jetton={jetton} sign={move.amount === 0n ? undefined : '+'} />
    </span>
  )
}

/**
 * Jettons that a transaction received notice of or requested to send, if its jetton wallets are verified to be the
 * account's. Requested ones have no sign: they are no change of the balance yet.
 */
export function TokenMoves({ view }: { readonly view: TransactionView }) {
  return tokenMoves(view).map((move, i) => <Move key={i} move={move} account={view.address} />)
}
