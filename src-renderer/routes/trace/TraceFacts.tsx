import { masterchainBlockId } from '../../api/blockId.ts'
import { useNetwork } from '../../api/network.tsx'
import type { FoundTrace } from '../../api/traces.ts'
import { Age } from '../../components/Age.tsx'
import { Figure } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import type { TraceModel } from '../../decode/traceModel.ts'
import { formatMoment } from '../../format/age.ts'
import styles from './TraceFacts.module.css'

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

type TraceFactsProps = { readonly found: FoundTrace; readonly model: TraceModel }

/** The times, blocks and hashes of a trace. */
export function TraceFacts({ found, model }: TraceFactsProps) {
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
          { name: 'Transactions', value: <Figure value={model.steps.length} /> },
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
