import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FaucetAnswer } from '#shared/schema/devnet.ts'
import { accountQuery } from '../../api/accounts.ts'
import { masterchainBlockId } from '../../api/blockId.ts'
import { incomingTransactionQuery } from '../../api/incomingTransaction.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/states.tsx'
import { transactionParams } from '../../format/transactionParams.ts'
import styles from './FaucetPage.module.css'

/** Time limit for the explorer to see the transaction, which has already been executed. */
const PATIENCE_MS = 30_000

/** The amount that the faucet sent, the transaction, and the account's balance. */
export function FaucetReceipt({ answer }: { readonly answer: FaucetAnswer }) {
  const network = useNetwork()
  const head = useHead()
  const [deadline] = useState(() => Date.now() + PATIENCE_MS)
  const { address } = answer
  const account = useQuery(accountQuery(network, address, Math.max(head?.seqno ?? 0, answer.seqno)))
  const awaited = { address, hashes: [answer.message_hash] }
  const { data: transaction, isPending } = useQuery(incomingTransactionQuery(network, awaited, deadline))
  return (
    <Notice
      tone="good"
      title={
        <>
          <Amount value={BigInt(answer.amount)} /> went to <AccountLink address={address} pictured />
        </>
      }
    >
      <dl className={styles.given}>
        <div>
          <dt>New balance</dt>
          <dd>
            {account.data ? <Amount value={BigInt(account.data.result.balance)} /> : <Skeleton width={96} />}
          </dd>
        </div>
        <div>
          <dt>In block</dt>
          <dd>
            <BlockLink blockId={masterchainBlockId(answer.seqno)} />
          </dd>
        </div>
        <div>
          <dt>Transaction</dt>
          <dd>
            {transaction ? (
              <Link
                to="/transaction/$account/$lt/$hash"
                params={transactionParams({ address, ...transaction.transaction_id })}
              >
                Open it
              </Link>
            ) : isPending ? (
              <Skeleton width={56} />
            ) : (
              'not found in the latest transactions of the account'
            )}
          </dd>
        </div>
      </dl>
    </Notice>
  )
}
