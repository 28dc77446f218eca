import type { ReactNode } from 'react'
import { ActionSentence } from '../../actions/components/ActionSentence.tsx'
import { OtherActions } from '../../actions/components/OtherActions.tsx'
import { describeAction } from '../../actions/describe/describeAction.ts'
import { foldTraces } from '../../actions/foldTraces.ts'
import { sentenceOf } from '../../actions/sentence.ts'
import { traceResult } from '../../actions/traceResult.ts'
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
import styles from './TraceHeader.module.css'

type TraceHeaderProps = { readonly found: FoundTrace; readonly model: TraceModel }

function count(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`
}

/** The finality of a trace: emulated only, partly in blocks, or finalized. */
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

/** The result of a trace: success, or the first failure and whether value was returned. */
function Result({ found, model }: TraceHeaderProps) {
  if (model.steps.length === 0) return null
  const [folded] = foldTraces(found.trace.actions ?? [])
  const result = traceResult(model, folded)
  const returned = model.steps.some(({ isReturn }) => isReturn)
  switch (result.kind) {
    case 'good':
      return <Chip tone="good">✓ Success{found.open && ' so far'}</Chip>
    case 'returned':
      return <Chip tone="warn">↩ Value returned</Chip>
    case 'unknown':
      return <Chip>Result not known</Chip>
    case 'bad':
    case 'partly': {
      const where = result.at === undefined ? '' : ` at ${result.at}`
      const more = result.others > 0 ? ` and ${result.others} more` : ''
      return (
        <>
          <Chip tone={result.kind === 'bad' ? 'bad' : 'warn'}>
            {result.kind === 'bad' ? '✕ Failed' : '! Partly'}
            {where}
            {more} · {result.words}
          </Chip>
          {returned && <Chip tone="warn">↩ Bounced</Chip>}
        </>
      )
    }
  }
}

/** The main action of a trace, or its first transaction if it has no actions. */
function Headline({ found, model }: TraceHeaderProps) {
  const [folded] = foldTraces(found.trace.actions ?? [])
  const [root] = model.roots
  if (folded) {
    const { lead } = folded
    return (
      <>
        <ActionSentence parts={sentenceOf(describeAction(lead), lead.success)} />
        <OtherActions trace={folded} className={styles.more} />
      </>
    )
  }
  return root ? <Sentence parts={describeTransaction(root.view)} /> : 'Trace'
}

function Started({ utime }: { readonly utime: number }) {
  const { recorded } = useNetwork()
  return (
    <>
      {formatMoment(utime)}
      {!recorded && (
        <span className={styles.quiet}>
          <Age utime={utime} long />
        </span>
      )}
    </>
  )
}

function Duration({ seconds }: { readonly seconds: number }) {
  if (seconds === 0) return '< 1 s'
  return (
    <>
      <Figure value={seconds} /> s
    </>
  )
}

function MasterchainBlocks({ first, last }: { readonly first: number; readonly last: number }) {
  return (
    <>
      <BlockLink blockId={masterchainBlockId(first)} />
      {last > first && (
        <>
          – <BlockLink blockId={masterchainBlockId(last)} />
        </>
      )}
    </>
  )
}

function TraceFacts({ found, model }: TraceHeaderProps) {
  const { trace } = found
  const end = trace.end_utime ?? model.steps.at(-1)?.json.now ?? trace.start_utime
  const first = Number(trace.mc_seqno_start)
  const last = Number(trace.mc_seqno_end)
  return (
    <section className={styles.facts} aria-label="Trace">
      <DescriptionList
        items={[
          { name: 'Started', value: <Started utime={trace.start_utime} /> },
          {
            name: found.open ? 'Duration so far' : 'Duration',
            hint: `Until ${formatMoment(end)}`,
            value: <Duration seconds={end - trace.start_utime} />,
          },
          {
            name: 'Fees',
            value: <Amount value={model.fees} />,
            hint: 'All transactions, including forward fees',
          },
          first > 0 && {
            name: first === last ? 'Masterchain block' : 'Masterchain blocks',
            value: <MasterchainBlocks first={first} last={last} />,
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
  )
}

/** The main action of a trace, its result, fees and time. */
export function TraceHeader({
  found,
  model,
  children,
}: TraceHeaderProps & { readonly children?: ReactNode }) {
  const [root] = model.roots
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
      <TraceFacts found={found} model={model} />
    </>
  )
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
