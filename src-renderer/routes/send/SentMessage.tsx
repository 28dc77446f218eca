import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { incomingTransactionQuery } from '../../api/incomingTransaction.ts'
import { useNetwork } from '../../api/network.tsx'
import { AccountLink } from '../../components/AccountLink.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { HashText } from '../../components/HashText.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { describeTransaction } from '../../decode/describeTransaction.ts'
import type { ExternalMessage } from '../../decode/externalMessage.ts'
import { outcomeOf, type Verdict, verdictOf } from '../../decode/outcome.ts'
import { viewTransaction } from '../../decode/transactionView.ts'
import { transactionParams } from '../../format/transactionParams.ts'
import styles from './SendPage.module.css'

const PATIENCE_MS = 60_000

/** The title of a transaction that received the message. */
const RESULTS: Readonly<Record<Verdict, { readonly tone: 'good' | 'warn' | 'bad'; readonly word: string }>> =
  {
    good: { tone: 'good', word: 'Success' },
    partly: { tone: 'warn', word: 'Partly' },
    bad: { tone: 'bad', word: 'Failed' },
    returned: { tone: 'warn', word: 'Bounced back' },
    unknown: { tone: 'warn', word: 'Included' },
  }

type SentMessageProps = {
  readonly message: ExternalMessage
  /** Hash in the gateway's answer, in base64. */
  readonly hash: string
  readonly hashNorm: string
}

/** Follows a sent message until its account has received it. */
export function SentMessage({ message, hash, hashNorm }: SentMessageProps) {
  const network = useNetwork()
  const [deadline] = useState(() => Date.now() + PATIENCE_MS)
  const awaited = {
    address: message.address,
    hashes: [hash, hashNorm],
    bodyHash: message.bodyHash && bytesToBase64(message.bodyHash),
  }
  const { data, error, isError } = useQuery(incomingTransactionQuery(network, awaited, deadline))
  if (isError) {
    return (
      <Notice tone="warn" title="Sent. Its status could not be read">
        <p>{error.message}</p>
      </Notice>
    )
  }
  if (data === undefined) {
    return (
      <Notice tone="plain" title="Pending: waiting for inclusion in a block …">
        <p className={styles.hashes}>
          Normalized hash <HashText hash={hashNorm} what="normalized hash" />
        </p>
      </Notice>
    )
  }
  if (data === null) {
    return (
      <Notice tone="warn" title={`Sent, but not included in a block within ${PATIENCE_MS / 1000} s`}>
        <p>
          A message that its contract does not accept never appears on chain. Account:{' '}
          <AccountLink address={message.address} />
        </p>
      </Notice>
    )
  }
  const view = viewTransaction(data)
  const outcome = outcomeOf(view)
  const { tone, word } = RESULTS[verdictOf(outcome)]
  return (
    <Notice
      tone={tone}
      title={
        <Link
          to="/transaction/$account/$lt/$hash"
          params={transactionParams({ address: message.address, ...data.transaction_id })}
        >
          {word}: open the transaction
        </Link>
      }
    >
      <p>
        <Sentence parts={describeTransaction(view)} /> <FailureNote outcome={outcome} />
      </p>
    </Notice>
  )
}
