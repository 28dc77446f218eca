import { Link } from '@tanstack/react-router'
import type { ReplayJson } from '#shared/schema/replay.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Figure } from '../../components/Amount.tsx'
import { Chip } from '../../components/Chip.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { contractExitText } from '../../decode/contractExitCodes.ts'
import { actionResultText, isComputeSuccess } from '../../decode/exitCodes.ts'
import { skipReasonText } from '../../decode/outcome.ts'
import { readBoc } from '../../decode/transactionView.ts'
import { formatMoment } from '../../format/age.ts'
import styles from './ReplayPage.module.css'

function ExitChip({ replay: { outcome, code } }: { readonly replay: ReplayJson }) {
  const { exit_code: exit, skipped } = outcome
  if (exit === null) {
    return skipped === null ? null : (
      <Chip tone="warn">Not executed: {skipReasonText(reasonOf(skipped))}</Chip>
    )
  }
  const good = isComputeSuccess(exit)
  return (
    <Chip tone={good ? 'good' : 'bad'}>
      {good ? '✓' : '✕'} {exit}: {contractExitText(exit, code === null ? undefined : readBoc(code.boc))}
    </Chip>
  )
}

function reasonOf(skipped: string): Parameters<typeof skipReasonText>[0] {
  return skipped.replaceAll('_', '-') as Parameters<typeof skipReasonText>[0]
}

function EqualChip({ transaction }: { readonly transaction: ReplayJson['transaction'] }) {
  if (!transaction) return null
  return transaction.is_equal ? (
    <Chip tone="good">✓ Equals the chain</Chip>
  ) : (
    <Chip tone="bad">✕ Differs from the chain</Chip>
  )
}

/** An external message has no gas of its own, only a credit until it is accepted. */
function Gas({
  outcome: { gas_used: used, gas_limit: limit, gas_credit: credit },
}: Pick<ReplayJson, 'outcome'>) {
  return (
    <span>
      <Figure value={used} /> gas
      {limit !== '0' && (
        <>
          {' '}
          of <Figure value={limit} />
        </>
      )}
      {credit !== '0' && (
        <>
          {' '}
          (<Figure value={credit} /> until accepted)
        </>
      )}
    </span>
  )
}

/** The header of a replay: its target and its outcome. */
export function ReplayHeader({ replay }: { readonly replay: ReplayJson }) {
  const { account, transaction, method, outcome, steps, utime } = replay
  const failedAction = outcome.action_code !== null && outcome.action_code !== 0
  return (
    <>
      <PageHeader
        title={method ? `Replay of ${method.name}` : 'Replay of a transaction'}
        chips={
          <>
            <ExitChip replay={replay} />
            {failedAction && (
              <Chip tone="bad">
                ✕ Actions {outcome.action_code}: {actionResultText(outcome.action_code ?? 0)}
              </Chip>
            )}
            <EqualChip transaction={transaction} />
          </>
        }
        note={
          <span className={styles.facts}>
            <AccountLink address={account} pictured />
            <span>
              <Figure value={steps.total + steps.lost} /> steps
            </span>
            <Gas outcome={outcome} />
            <span>{formatMoment(utime)}</span>
            {transaction && (
              <Link
                to="/transaction/$account/$lt/$hash"
                params={{ account, lt: transaction.lt, hash: transaction.hash }}
              >
                Transaction
              </Link>
            )}
          </span>
        }
      />
      {transaction && transaction.differences.length > 0 && (
        <ul className={styles.differences}>
          {transaction.differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
    </>
  )
}
