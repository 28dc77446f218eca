import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import { indexedBlockId } from '../../api/blockId.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Age } from '../../components/Age.tsx'
import { Amount } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { OutcomeChips } from '../../components/OutcomeChips.tsx'
import { JsonText } from '../../components/RawView.tsx'
import { viewIndexedMessage } from '../../decode/indexedTransaction.ts'
import type { TraceModel, TraceStep } from '../../decode/traceModel.ts'
import { transactionParams } from '../../format/transactionParams.ts'
import { MessageCard, type MessageEnd } from './MessageCard.tsx'
import { PhaseStrip } from './PhaseStrip.tsx'
import { StateTable } from './StateTable.tsx'
import styles from './StepPanel.module.css'

type StepPanelProps = {
  readonly step: TraceStep
  readonly model: TraceModel
  readonly book: AddressBookJson
  readonly onSelect: (step: TraceStep) => void
}

function InMessage({ step, onSelect, book }: Omit<StepPanelProps, 'model'>) {
  const message = step.json.in_msg
  if (!message) return null
  const { parent } = step
  const other: MessageEnd = parent
    ? { letter: parent.account.letter, onOpen: () => onSelect(parent) }
    : { outside: message.source === null ? 'external' : 'an earlier transaction' }
  return <MessageCard direction="in" json={message} view={viewIndexedMessage(message, book)} other={other} />
}

function OutMessages({ step, onSelect, book }: Omit<StepPanelProps, 'model'>) {
  return step.json.out_msgs.map((message) => {
    const taker = step.children.find(({ json }) => json.in_msg?.hash === message.hash)
    const unmatched = step.unmatched.find(({ json }) => json.hash === message.hash)
    const other: MessageEnd = taker
      ? { letter: taker.account.letter, onOpen: () => onSelect(taker) }
      : unmatched?.to
        ? { letter: unmatched.to.letter }
        : { outside: 'the event log' }
    return (
      <MessageCard
        key={message.hash}
        direction="out"
        json={message}
        view={viewIndexedMessage(message, book)}
        other={other}
      />
    )
  })
}

function StepHeader({ step, model }: Pick<StepPanelProps, 'step' | 'model'>) {
  const { account, json, view } = step
  const number = model.steps.indexOf(step) + 1
  return (
    <header className={styles.header}>
      <span className={styles.letter} data-wallet={account.isWallet ? '' : undefined} aria-hidden="true">
        {account.letter}
      </span>
      <div className={styles.who}>
        <h2 className={styles.account}>
          <AccountLink address={account.address} />
        </h2>
        <p className={styles.quiet}>
          {account.role ?? (account.isWallet ? 'wallet' : 'contract')} · {number} of {model.steps.length} ·{' '}
          <Age utime={json.now} long />
        </p>
      </div>
      {!step.isEmulated && (
        <Link
          to="/transaction/$account/$lt/$hash"
          params={transactionParams(view)}
          className={styles.open}
          title="Open the transaction (Enter)"
        >
          Open
          <ArrowUpRight aria-hidden="true" size={14} strokeWidth={1.75} />
        </Link>
      )}
    </header>
  )
}

function StepChips({ step }: Pick<StepPanelProps, 'step'>) {
  return (
    <p className={styles.chips}>
      <OutcomeChips view={step.view} />
      {step.isEmulated && <Chip tone="warn">Pending: emulated</Chip>}
    </p>
  )
}

function StepFacts({ step: { json, view, isEmulated } }: Pick<StepPanelProps, 'step'>) {
  return (
    <DescriptionList
      stacked
      items={[
        {
          name: 'Fees',
          value: <Amount value={view.fee} />,
          hint: 'Total fees and the forwarding fees of outgoing messages',
        },
        {
          name: 'Logical time',
          value: (
            <>
              {json.lt}
              <CopyButton text={json.lt} what="logical time" />
            </>
          ),
        },
        { name: 'Hash', value: <HashText hash={json.hash} what="transaction hash" /> },
        !isEmulated && { name: 'Block', value: <BlockLink blockId={indexedBlockId(json.block_ref)} /> },
      ]}
    />
  )
}

/** All details of one transaction of the trace. */
export function StepPanel({ step, model, book, onSelect }: StepPanelProps) {
  const { account, json, view } = step
  const text = JSON.stringify(json, null, 2)
  return (
    <section className={styles.panel} aria-label={`Transaction of ${account.letter}`} key={step.hash}>
      <StepHeader step={step} model={model} />
      <StepChips step={step} />
      <div className={styles.part}>
        <PhaseStrip view={view} />
      </div>
      <div className={styles.part}>
        <h3>Messages</h3>
        {json.in_msg || json.out_msgs.length > 0 ? (
          <ul>
            <InMessage step={step} book={book} onSelect={onSelect} />
            <OutMessages step={step} book={book} onSelect={onSelect} />
          </ul>
        ) : (
          <p className={styles.quiet}>No messages: the protocol itself starts such a transaction.</p>
        )}
      </div>
      <div className={styles.part}>
        <StepFacts step={step} />
      </div>
      <div className={styles.part}>
        <h3>Account</h3>
        <StateTable step={step} />
      </div>
      <details className={styles.part}>
        <summary className={styles.summary}>Raw JSON</summary>
        <div className={styles.raw}>
          <CopyButton text={text} what="JSON" label="Copy JSON" />
          <JsonText text={text} />
        </div>
      </details>
    </section>
  )
}
