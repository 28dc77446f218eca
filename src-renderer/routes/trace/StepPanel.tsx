import { Link } from '@tanstack/react-router'
import { ArrowUpRight, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { indexedBlockId } from '../../api/blockId.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Age } from '../../components/Age.tsx'
import { Amount, Figure } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { OutcomeChips } from '../../components/OutcomeChips.tsx'
import { JsonText } from '../../components/RawView.tsx'
import { viewIndexedMessage } from '../../decode/indexedTransaction.ts'
import { verdictOf } from '../../decode/outcome.ts'
import { stepWords, type TraceModel, type TraceStep } from '../../decode/traceModel.ts'
import { transactionParams } from '../../format/transactionParams.ts'
import { groupedValue } from './edgeLabel.ts'
import { exitText } from './exitText.ts'
import { Letter } from './Letter.tsx'
import { MessageCard, type MessageEnd } from './MessageCard.tsx'
import { PhaseStrip } from './PhaseStrip.tsx'
import { StateTable } from './StateTable.tsx'
import styles from './StepPanel.module.css'
import { TraceName } from './TraceName.tsx'

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

/** Number of messages that are shown at first. */
const SHOWN_MESSAGES = 3
/** Maximum number of messages that a press adds. */
const MORE_MESSAGES = 50

function OutMessage({
  message,
  ...props
}: Omit<StepPanelProps, 'model'> & { readonly message: MessageJson }) {
  const { step, book, onSelect } = props
  const taker = step.children.find(({ json }) => json.in_msg?.hash === message.hash)
  const unmatched = step.unmatched.find(({ json }) => json.hash === message.hash)
  const other: MessageEnd = taker
    ? { letter: taker.account.letter, onOpen: () => onSelect(taker) }
    : unmatched?.to
      ? { letter: unmatched.to.letter }
      : { outside: 'the event log' }
  return <MessageCard direction="out" json={message} view={viewIndexedMessage(message, book)} other={other} />
}

/** The messages of a transaction: the first three, and the others on demand. */
function Messages(props: Omit<StepPanelProps, 'model'>) {
  const { in_msg: inbound, out_msgs: outbound } = props.step.json
  const first = SHOWN_MESSAGES - (inbound ? 1 : 0)
  const [count, setCount] = useState(first)
  const left = outbound.length - count
  if (!inbound && outbound.length === 0) {
    return <p className={styles.quiet}>No messages: the protocol itself starts such a transaction.</p>
  }
  return (
    <>
      <ul>
        <InMessage {...props} />
        {outbound.slice(0, count).map((message) => (
          <OutMessage key={message.hash} message={message} {...props} />
        ))}
      </ul>
      {left > 0 && (
        <button
          type="button"
          className={styles.more}
          onClick={() => setCount(count + Math.min(left, MORE_MESSAGES))}
        >
          <Figure value={left} /> more
        </button>
      )}
    </>
  )
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
          {account.role ?? (account.isWallet ? 'wallet' : 'contract')} · <Figure value={number} /> of{' '}
          <Figure value={model.steps.length} /> · <Age utime={json.now} long />
        </p>
      </div>
      {!step.isEmulated && (
        <Link
          to="/replay/$account"
          params={{ account: account.address }}
          search={{ lt: json.lt }}
          className={styles.open}
          title="Run the transaction again, step by step"
        >
          Replay
        </Link>
      )}
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

/** The transaction as the API returns it, written out when it is opened. */
function RawStep({ json }: { readonly json: TransactionJson }) {
  const [isOpen, setOpen] = useState(false)
  const text = isOpen ? JSON.stringify(json, null, 2) : ''
  return (
    <details className={styles.part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.fold}>Raw JSON</summary>
      {isOpen && (
        <div className={styles.raw}>
          <CopyButton text={text} what="JSON" label="Copy JSON" />
          <JsonText text={text} />
        </div>
      )}
    </details>
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

/** The line that remains of the panel in narrow windows until it is opened: account, message and result. */
function SheetHandle({
  step,
  isOpen,
  onToggle,
}: Pick<StepPanelProps, 'step'> & { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const message = step.view.inMessage
  return (
    <button type="button" className={styles.handle} aria-expanded={isOpen} onClick={onToggle}>
      <Letter account={step.account} />
      <span className={styles.summary}>
        <span className={styles.name}>
          <TraceName account={step.account} max={20} />
        </span>
        <span className={styles.words}>
          {stepWords(step)}
          {message?.source !== undefined && ` · ${groupedValue(message)}`}
        </span>
      </span>
      <span className={styles.verdict} data-verdict={verdictOf(step.outcome)}>
        {exitText(step.outcome, step.isEmulated)}
      </span>
      <ChevronUp aria-hidden="true" size={16} strokeWidth={1.75} className={styles.chevron} />
    </button>
  )
}

/** All details of one transaction of the trace: beside the graph, or in a sheet that rises from below. */
export function StepPanel({ step, model, book, onSelect }: StepPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const { account, json, view } = step
  return (
    <section
      className={styles.panel}
      aria-label={`Transaction of ${account.letter}`}
      data-open={isOpen ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false)
      }}
    >
      <SheetHandle step={step} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <div className={styles.content} key={step.hash}>
        <StepHeader step={step} model={model} />
        <StepChips step={step} />
        <div className={styles.part}>
          <PhaseStrip view={view} />
        </div>
        <div className={styles.part}>
          <h3>Messages</h3>
          <Messages step={step} book={book} onSelect={onSelect} />
        </div>
        <div className={styles.part}>
          <StepFacts step={step} />
        </div>
        <div className={styles.part}>
          <h3>Account</h3>
          <StateTable step={step} />
        </div>
        <RawStep json={json} />
      </div>
    </section>
  )
}
