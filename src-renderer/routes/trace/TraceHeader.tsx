import type { ReactNode } from 'react'
import { ActionSentence } from '../../actions/components/ActionSentence.tsx'
import { describeAction } from '../../actions/describe/describeAction.ts'
import { foldTraces } from '../../actions/foldTraces.ts'
import { sentenceOf } from '../../actions/sentence.ts'
import { masterchainBlockId } from '../../api/blockId.ts'
import { useNetwork } from '../../api/network.tsx'
import type { FoundTrace } from '../../api/traces.ts'
import { Age } from '../../components/Age.tsx'
import { Amount, Figure } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Chip } from '../../components/Chip.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { describeTransaction } from '../../decode/describeTransaction.ts'
import { stepWords, type TraceModel } from '../../decode/traceModel.ts'
import { formatMoment } from '../../format/age.ts'
import { outcomeWords } from './StepPanel.tsx'
import styles from './TraceHeader.module.css'

type TraceHeaderProps = { readonly found: FoundTrace; readonly model: TraceModel }

function count(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`
}

/** How far it is: computed only, in blocks, or in masterchain blocks and complete. */
function Progress({ found, model }: TraceHeaderProps) {
  const { trace, open } = found
  const emulated = model.steps.filter(({ isEmulated }) => isEmulated).length
  if (trace.trace_info.trace_state === 'broken') {
    return <Chip tone="warn">! The beginning is not indexed</Chip>
  }
  if (emulated === model.steps.length && open) return <Chip tone="warn">… Pending: not in a block yet</Chip>
  const missing = Math.max(trace.trace_info.pending_messages, model.awaited)
  if (open || trace.is_incomplete || missing > 0) {
    return (
      <Chip tone="warn">… Pending{missing > 0 && `: ${count(missing, 'message')} not delivered yet`}</Chip>
    )
  }
  return <Chip tone="good">✓ Finalized</Chip>
}

/** Success, or where it broke: the first failure, and whether value came back. */
function Result({ found, model }: TraceHeaderProps) {
  const [first] = model.failed
  const returns = model.steps.some(({ isReturn }) => isReturn)
  if (first) {
    const more = model.failed.length > 1 ? ` and ${model.failed.length - 1} more` : ''
    return (
      <>
        <Chip tone="bad">
          ✕ Failed at {first.account.letter}
          {more} · {outcomeWords(first)}
        </Chip>
        {returns && <Chip tone="warn">↩ Bounced</Chip>}
      </>
    )
  }
  if (returns) return <Chip tone="warn">↩ Value returned</Chip>
  return model.steps.length === 0 ? null : <Chip tone="good">✓ Success{found.open && ' so far'}</Chip>
}

/** The action that says most of the trace; of one without actions, its first transaction. */
function Headline({ found, model }: TraceHeaderProps) {
  const [folded] = foldTraces(found.trace.actions ?? [])
  const [root] = model.roots
  if (folded) {
    const { lead, more } = folded
    return (
      <>
        <ActionSentence parts={sentenceOf(describeAction(lead), lead.success)} />
        {more.length > 0 && <span className={styles.more}> and {more.length} more</span>}
      </>
    )
  }
  return root ? <Sentence parts={describeTransaction(root.view)} /> : 'Trace'
}

/** What happened, how it ended, what it cost, when it was. */
export function TraceHeader({
  found,
  model,
  children,
}: TraceHeaderProps & { readonly children?: ReactNode }) {
  const { recorded } = useNetwork()
  const { trace } = found
  const [root] = model.roots
  const end = trace.end_utime ?? model.steps.at(-1)?.json.now ?? trace.start_utime
  const seconds = end - trace.start_utime
  const first = Number(trace.mc_seqno_start)
  const last = Number(trace.mc_seqno_end)
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.sentence}>
          <Headline found={found} model={model} />
        </h1>
        <p className={styles.chips}>
          <Result found={found} model={model} />
          <Progress found={found} model={model} />
        </p>
        <p className={styles.counts}>
          {root && `${sentenceCase(stepWords(root))} · `}
          {count(model.messages, 'message')} · {count(model.steps.length, 'transaction')} ·{' '}
          {count(model.accounts.length, 'account')}
        </p>
      </header>
      {children}
      <section className={styles.facts} aria-label="Trace">
        <DescriptionList
          items={[
            {
              name: 'Started',
              value: (
                <>
                  {formatMoment(trace.start_utime)}
                  {!recorded && (
                    <span className={styles.quiet}>
                      <Age utime={trace.start_utime} long />
                    </span>
                  )}
                </>
              ),
            },
            {
              name: found.open ? 'Duration so far' : 'Duration',
              hint: `Until ${formatMoment(end)}`,
              value:
                seconds === 0 ? (
                  '< 1 s'
                ) : (
                  <>
                    <Figure value={seconds} /> s
                  </>
                ),
            },
            {
              name: 'Fees',
              value: <Amount value={model.fees} />,
              hint: 'All transactions, including forward fees',
            },
            first > 0 && {
              name: first === last ? 'Masterchain block' : 'Masterchain blocks',
              value: (
                <>
                  <BlockLink blockId={masterchainBlockId(first)} />
                  {last > first && (
                    <>
                      – <BlockLink blockId={masterchainBlockId(last)} />
                    </>
                  )}
                </>
              ),
            },
            trace.trace_id !== null && {
              name: 'Trace id',
              hint: 'The hash of its first transaction',
              value: <HashText hash={trace.trace_id} what="trace id" />,
            },
            trace.external_hash !== null && {
              name: 'External message',
              value: <HashText hash={trace.external_hash} what="hash of the external message" />,
            },
          ]}
        />
      </section>
    </>
  )
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
