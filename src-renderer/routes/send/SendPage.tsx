import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { estimateFee, sendMessage } from '../../api/sendMessage.ts'
import { Amount } from '../../components/Amount.tsx'
import { BocInput } from '../../components/BocInput.tsx'
import { Button } from '../../components/Button.tsx'
import { Code } from '../../components/Code.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import type { ExternalMessage } from '../../decode/externalMessage.ts'
import { formatBytes } from '../../format/bytes.ts'
import { MessagePreview } from './MessagePreview.tsx'
import { readMessageText } from './readInput.ts'
import { readRefusal } from './refusal.ts'
import styles from './SendPage.module.css'
import { SentMessage } from './SentMessage.tsx'

function Fees({ message }: { readonly message: ExternalMessage }) {
  const estimate = useMutation({
    mutationFn: () => estimateFee(message, new AbortController().signal),
  })
  const fees = estimate.data?.result.source_fees
  const total = fees && fees.in_fwd_fee + fees.storage_fee + fees.gas_fee + fees.fwd_fee
  return (
    <>
      <Button busy={estimate.isPending} onClick={() => estimate.mutate()}>
        Estimate fee
      </Button>
      {estimate.isError && (
        <div className={styles.outcome}>
          <Notice tone="bad" title="The fee could not be estimated">
            <p>{readRefusal(estimate.error.message).sentence}</p>
          </Notice>
        </div>
      )}
      {fees && total !== undefined && (
        <dl className={styles.fees}>
          {(
            [
              ['Estimated fee', total],
              ['import', fees.in_fwd_fee],
              ['storage', fees.storage_fee],
              ['gas', fees.gas_fee],
              ['forwarding', fees.fwd_fee],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Amount value={BigInt(value)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Refused({ error }: { readonly error: Error }) {
  const { sentence, exit, log } = readRefusal(error.message)
  return (
    <Notice tone="bad" title="Rejected by the network">
      <p>{sentence}</p>
      {exit !== undefined && <p className={styles.exit}>{exit}</p>}
      {log !== undefined && (
        <div className={styles.log}>
          <Code text={log} what="VM log" />
        </div>
      )}
    </Notice>
  )
}

type OrderProps = { readonly message: ExternalMessage; readonly bytes: Uint8Array }

/** A preview of one message, with buttons to estimate its fee and to send it. */
function Order({ message, bytes }: OrderProps) {
  const send = useMutation({ mutationFn: () => sendMessage(bytes, new AbortController().signal) })
  const sent = send.data?.result
  return (
    <Panel title="Message" note={formatBytes(bytes.length)}>
      <MessagePreview message={message} size={bytes.length} />
      <div className={styles.actions}>
        <Button tone="main" busy={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending …' : sent ? 'Send again' : 'Send'}
        </Button>
        <Fees message={message} />
      </div>
      {send.isError && (
        <div className={styles.outcome}>
          <Refused error={send.error} />
        </div>
      )}
      {sent && (
        <div className={styles.outcome}>
          <SentMessage key={send.submittedAt} message={message} hash={sent.hash} hashNorm={sent.hash_norm} />
        </div>
      )}
    </Panel>
  )
}

/** The page that sends an external message: its preview first, then the block that includes it. */
export function SendPage() {
  const [text, setText] = useState('')
  const reading = readMessageText(text)
  return (
    <>
      <title>Send a message · Tonscope</title>
      <PageHeader title="Send a message" note="Broadcast an external message that is already signed" />
      <div className={styles.parts}>
        <Panel title="Bag of cells">
          <BocInput
            text={text}
            what="message"
            fault={reading.kind === 'fault' ? reading : undefined}
            onChange={setText}
          />
        </Panel>
        {reading.kind === 'message' && (
          <Order
            // Another message has its own state of sending.
            key={bytesToBase64(reading.message.hash)}
            message={reading.message}
            bytes={reading.bytes}
          />
        )}
      </div>
    </>
  )
}
