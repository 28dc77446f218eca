import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { ApiFailure } from '../../api/apiFailure.ts'
import { useIdentityState } from '../../api/identityContext.tsx'
import { useNetwork } from '../../api/network.tsx'
import { type FoundTrace, type TracePlace, tracedTransactionQuery } from '../../api/traces.ts'
import { RawView } from '../../components/RawView.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { ErrorState, LoadingText, NotAvailable, Skeleton, SkeletonRows } from '../../components/states.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { describeTransaction } from '../../decode/describeTransaction.ts'
import { failuresOf, findStep, type TraceStep, traceModel } from '../../decode/traceModel.ts'
import { shortHash } from '../../format/shorten.ts'
import { transactionParams } from '../../format/transactionParams.ts'
import { usePrinting } from '../../hooks/usePrinting.ts'
import { NotReadable } from '../NotFoundPage.tsx'
import type { TraceTab } from '../searchParams.ts'
import { ExportMenu } from './export/ExportMenu.tsx'
import { StepPanel } from './StepPanel.tsx'
import { TraceActions } from './TraceActions.tsx'
import { TraceFacts } from './TraceFacts.tsx'
import { TraceGraph } from './TraceGraph.tsx'
import { TraceHead } from './TraceHead.tsx'
import { TraceOutline } from './TraceOutline.tsx'
import styles from './TracePage.module.css'
import { UnknownHash } from './UnknownHash.tsx'
import { useGraphFolds } from './useGraphFolds.ts'
import { useMarks } from './useMarks.ts'
import { useTrace } from './useTrace.ts'
import { ValueFlowTable } from './ValueFlowTable.tsx'

const route = getRouteApi('/trace/$hash')

export function TracePage() {
  const { hash } = route.useParams()
  return /^[0-9a-f]{64}$/.test(hash) ? (
    <Trace key={hash} hash={hash} />
  ) : (
    <NotReadable
      title="This is not a trace hash"
      sentence="A trace is identified by the hash of any of its transactions or messages: 64 hexadecimal digits."
    />
  )
}

function Trace({ hash }: { readonly hash: string }) {
  const { account, lt } = route.useSearch()
  const place = account !== undefined && lt !== undefined ? { account, lt } : undefined
  const { data, error, isError, refetch } = useTrace(hash, place)
  return (
    <>
      <title>{`Trace ${shortHash(hash)} · Tonscope`}</title>
      {!data && <h1 className="visually-hidden">Trace</h1>}
      {isError && !data ? (
        <div className={styles.panel}>
          {error instanceof ApiFailure && error.notIndexed ? (
            <UnknownHash hash={hash} onFound={refetch} />
          ) : (
            <ErrorState error={error} what="this trace" onRetry={() => refetch()} />
          )}
        </div>
      ) : data === undefined ? (
        <Waiting hash={hash} place={place} />
      ) : data === null ? (
        <NotAvailable>
          No transaction and no message of the indexed blocks has the hash {shortHash(hash)}. It can be in a
          block that is not indexed yet, or not in a block yet. This page checks again every second.
        </NotAvailable>
      ) : (
        <Found found={data} hash={hash} />
      )}
    </>
  )
}

/** A trace that is loading. If liteservers are asked, its transaction is shown first. */
function Waiting({ hash, place }: { readonly hash: string; readonly place: TracePlace | undefined }) {
  const { isFollowed } = useIdentityState()
  const query = tracedTransactionQuery(useNetwork(), hash, place)
  const { data: view } = useQuery({ ...query, enabled: isFollowed === false })
  return (
    <div className={styles.waiting}>
      <LoadingText what="the trace" />
      {view ? (
        <div>
          <p className={styles.known}>
            <Sentence parts={describeTransaction(view)} />
          </p>
          <p className={styles.reading} data-progress="">
            Reading the trace of this{' '}
            <Link to="/transaction/$account/$lt/$hash" params={transactionParams(view)}>
              transaction
            </Link>
          </p>
        </div>
      ) : (
        <div>
          <p className={styles.known}>
            <Skeleton width="60%" />
          </p>
          <p className={styles.reading}>
            {isFollowed === false && (
              <span data-progress="">Looking for a transaction or message with this hash</span>
            )}
          </p>
        </div>
      )}
      <Skeleton width="100%" height={72} />
      <div className={styles.panel}>
        <SkeletonRows rows={8} columns={4} />
      </div>
    </div>
  )
}

function Found({ found, hash }: { readonly found: FoundTrace; readonly hash: string }) {
  const navigate = useNavigate()
  const { tab = 'graph', tx } = route.useSearch()
  const model = useMemo(() => traceModel(found.trace, found.book), [found])
  const failures = useMemo(() => failuresOf(model), [model])
  const [toolbar, setToolbar] = useState<Element | null>(null)
  const [hovered, setHovered] = useState<TraceStep>()
  const [isWhole, setWhole] = useState(false)
  const root = model.roots[0]
  // The page of a trace selects the failure; the page of one of its transactions selects that transaction.
  const isOfTrace = root?.hash === hash
  const chosen = tx === undefined ? undefined : findStep(model, tx)
  const selected = chosen ?? (isOfTrace ? model.failed[0] : undefined) ?? findStep(model, hash) ?? root
  const marks = useMarks(selected)
  const folds = useGraphFolds(model, selected)
  const isPrinting = usePrinting()
  const search = useCallback(
    (next: { tab?: TraceTab | undefined; tx?: string | undefined }) =>
      navigate({
        from: '/trace/$hash',
        to: '.',
        search: (before) => ({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const onSelect = useCallback((step: TraceStep) => void search({ tx: step.hash }), [search])
  const onOpen = useCallback(
    ({ view, isEmulated }: TraceStep) => {
      if (isEmulated) return
      void navigate({ to: '/transaction/$account/$lt/$hash', params: transactionParams(view) })
    },
    [navigate],
  )
  const head = <TraceHead found={found} model={model} onActions={() => setWhole(true)} />
  if (model.steps.length === 0) {
    return (
      <>
        {head}
        <NotAvailable>
          {found.trace.warning === undefined
            ? 'The index has this trace without its transactions.'
            : `The index doesn't serve its transactions: ${found.trace.warning}.`}
        </NotAvailable>
        <TraceFacts found={found} model={model} />
      </>
    )
  }
  const hasPanel = tab === 'graph' || tab === 'outline'
  const marked = { selected, lit: marks.lit, onSelect, onOpen }
  const isNamed = chosen !== undefined || !isOfTrace
  return (
    <>
      {head}
      <div className={styles.stage} data-view={tab}>
        <div className={styles.views}>
          <Tabs
            label="Views of the trace"
            fills={tab === 'graph'}
            aside={
              <div className={styles.aside}>
                <ExportMenu found={found} model={model} layout={folds.layout} />
                {tab === 'graph' && <div ref={setToolbar} />}
              </div>
            }
            current={tab}
            onChange={(name) => search({ tab: name })}
            tabs={[
              {
                name: 'graph',
                label: 'Graph',
                content: (
                  <TraceGraph
                    {...marked}
                    folds={folds}
                    isNamed={isNamed}
                    hovered={hovered}
                    toolbar={toolbar}
                    onHover={setHovered}
                  />
                ),
              },
              {
                name: 'outline',
                label: 'Outline',
                count: model.steps.length,
                content: <TraceOutline model={model} {...marked} />,
              },
              { name: 'flow', label: 'Value flow', content: <ValueFlowTable model={model} /> },
              { name: 'raw', label: 'Raw', content: <RawView answers={[found.answer]} /> },
            ]}
          />
          {hasPanel && (
            <TraceActions
              actions={found.trace.actions ?? []}
              failures={failures}
              steps={model.steps}
              step={hovered ?? selected}
              isWhole={isWhole}
              onWhole={setWhole}
              onPoint={marks.point}
              onSelect={(action, first) => {
                marks.choose(action)
                onSelect(first)
              }}
            />
          )}
        </div>
        {hasPanel && selected && (
          <StepPanel step={selected} model={model} book={found.book} onSelect={onSelect} />
        )}
      </div>
      {isPrinting && (
        <div className={styles.printed}>
          <h2>Outline</h2>
          <TraceOutline model={model} {...marked} isWhole />
          <h2>Value flow</h2>
          <ValueFlowTable model={model} />
        </div>
      )}
      <TraceFacts found={found} model={model} />
    </>
  )
}
