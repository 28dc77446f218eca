import { ActionSentence } from '../../actions/components/ActionSentence.tsx'
import { describeAction } from '../../actions/describe/describeAction.ts'
import { foldTraces, otherActions } from '../../actions/foldTraces.ts'
import { sentenceOf } from '../../actions/sentence.ts'
import { traceResult } from '../../actions/traceResult.ts'
import { useIdentity } from '../../api/identityContext.tsx'
import type { FoundTrace } from '../../api/traces.ts'
import { Amount, Figure } from '../../components/Amount.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { TokenAmount } from '../../components/TokenAmount.tsx'
import { jettonOfWallet } from '../../decode/assetFlow.ts'
import { describeTransaction } from '../../decode/describeTransaction.ts'
import { type EconomicFailure, economicFailure } from '../../decode/economicFailure.ts'
import type { TraceModel } from '../../decode/traceModel.ts'
import styles from './TraceHead.module.css'

type TraceHeadProps = { readonly found: FoundTrace; readonly model: TraceModel }

/** Maximum length of a comment in the head line. */
const MAX_COMMENT = 60

function count(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`
}

function Count({ number, one }: { readonly number: number; readonly one: string }) {
  return (
    <>
      <Figure value={number} /> {number === 1 ? one : `${one}s`}
    </>
  )
}

/** The finality of a trace: emulated only, partly in blocks, or finalized. */
function Progress({ found, model }: TraceHeadProps) {
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

/** The note about a trace that did not reach its result although all of its transactions succeeded. */
function Unachieved({ failure }: { readonly failure: EconomicFailure }) {
  switch (failure.kind) {
    case 'tokens returned':
      return (
        <Chip tone="warn">
          ! Nothing received: <ReturnedTokens {...failure} /> came back
        </Chip>
      )
    case 'coins returned':
      return (
        <Chip tone="warn">
          ! Nothing received: <Amount value={failure.amount} /> came back
        </Chip>
      )
    case 'nothing changed':
      return (
        <Chip tone="warn">
          ! Nothing changed: only <Amount value={failure.amount} /> came back
        </Chip>
      )
  }
}

/** An amount of the jetton of a jetton wallet, if the wallet is verified. */
function ReturnedTokens({ wallet, amount }: { readonly wallet: string; readonly amount: bigint }) {
  const { identity } = useIdentity(wallet)
  const jetton = jettonOfWallet(identity)
  return jetton === undefined ? 'the tokens' : <TokenAmount value={amount} jetton={jetton} />
}

/** The result of a trace: success, or the first failure and whether value was returned. */
function Result({ found, model }: TraceHeadProps) {
  if (model.steps.length === 0) return null
  const [folded] = foldTraces(found.trace.actions ?? [])
  const result = traceResult(model, folded)
  const unachieved = economicFailure(model)
  if (unachieved && (result.kind === 'good' || result.kind === 'returned')) {
    return <Unachieved failure={unachieved} />
  }
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

type HeadlineProps = {
  /** Opens the list of actions. */
  readonly onActions: () => void
}

/** The main action of a trace, or its first transaction if it has no actions. */
function Headline({ found, model, onActions }: TraceHeadProps & HeadlineProps) {
  const [folded] = foldTraces(found.trace.actions ?? [])
  const [root] = model.roots
  if (folded) {
    const { lead } = folded
    const others = otherActions(folded)
    return (
      <>
        <ActionSentence parts={sentenceOf(describeAction(lead), lead.success)} maxComment={MAX_COMMENT} />
        {others > 0 && (
          <>
            {' '}
            <button type="button" className={styles.more} onClick={onActions}>
              and <Figure value={others} /> more
            </button>
          </>
        )}
      </>
    )
  }
  return root ? <Sentence parts={describeTransaction(root.view)} /> : 'Trace'
}

/** The main action of a trace, its result, finality and fees. */
export function TraceHead({ found, model, onActions }: TraceHeadProps & HeadlineProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.sentence}>
        <Headline found={found} model={model} onActions={onActions} />
      </h1>
      <p className={styles.chips}>
        <Result found={found} model={model} />
        <Progress found={found} model={model} />
      </p>
      <p className={styles.figures}>
        <span className={styles.figure}>
          <Amount value={model.fees} /> fees ·
        </span>{' '}
        <span className={styles.figure}>
          <Count number={model.messages} one="message" /> ·
        </span>{' '}
        <span className={styles.figure}>
          <Count number={model.accounts.length} one="account" />
        </span>
      </p>
    </header>
  )
}
