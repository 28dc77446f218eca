import { useQuery } from '@tanstack/react-query'
import { MAX_CELL_TEXT } from '#shared/cellText.ts'
import { cellBodyQuery, cellTypesQuery } from '../../api/cellInspection.ts'
import { useNetwork } from '../../api/network.tsx'
import { DecodedBody } from '../../components/DecodedBody.tsx'
import { Panel } from '../../components/Panel.tsx'
import { JsonText } from '../../components/RawView.tsx'
import { EmptyState, ErrorState, LoadingText, SkeletonRows } from '../../components/states.tsx'
import { operationWords } from '../../decode/indexedTransaction.ts'
import styles from './CellPage.module.css'

/** Returns the name of the layout that fits a body; undefined if none does. */
function layoutOf(decoded: Readonly<Record<string, unknown>>): string | undefined {
  const type = decoded['@type']
  return typeof type === 'string' ? type : undefined
}

/** The recognized types of a bag of cells (base64): types of block.tlb, and message bodies of known contracts. */
export function CellTypes({ boc }: { readonly boc: string }) {
  const network = useNetwork()
  const isSmall = boc.length <= MAX_CELL_TEXT
  const types = useQuery({ ...cellTypesQuery(boc), enabled: isSmall })
  const body = useQuery({ ...cellBodyQuery(network, boc), enabled: isSmall })
  if (!isSmall) {
    return (
      <Panel title="Recognized as" flush>
        <EmptyState>This bag of cells is too large to be compared with the known types.</EmptyState>
      </Panel>
    )
  }
  if (types.isError) {
    return (
      <Panel title="Recognized as" flush>
        <ErrorState error={types.error} what="the types" onRetry={() => void types.refetch()} />
      </Panel>
    )
  }
  if (!types.data || body.isPending) {
    return (
      <Panel title="Recognized as" flush>
        <LoadingText what="the types" />
        <SkeletonRows rows={4} columns={2} />
      </Panel>
    )
  }
  const decoded = body.data?.result.bodies[0]
  const layout = decoded && layoutOf(decoded)
  const found = types.data.types
  if (found.length === 0 && layout === undefined) {
    return (
      <Panel title="Recognized as" flush>
        <EmptyState>No known type fits this cell.</EmptyState>
      </Panel>
    )
  }
  return (
    <>
      {decoded && layout !== undefined && (
        <Panel title={`Message body: ${operationWords(layout)}`}>
          <DecodedBody decoded={decoded} />
        </Panel>
      )}
      {found.map(({ type, value }) => (
        <Panel key={type} title={type} note="block.tlb" flush>
          <div className={styles.json}>
            <JsonText text={JSON.stringify(value, null, 2)} />
          </div>
        </Panel>
      ))}
    </>
  )
}
