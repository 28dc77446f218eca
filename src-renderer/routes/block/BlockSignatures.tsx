import { useQuery } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { signaturesQuery } from '../../api/blocks.ts'
import { useNetwork } from '../../api/network.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { ErrorState, SkeletonRows } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import { hexOfBase64 } from '../../format/hexOfBase64.ts'
import { shorten } from '../../format/shorten.ts'
import styles from './BlockShards.module.css'

function simplexFacts(result: V2Result<'getMasterchainBlockSignatures'>) {
  if (result['@type'] !== 'blocks.blockSignatures.simplex') return []
  return [
    { name: 'Session', value: <HashText hash={result.session_id} what="session id" /> },
    { name: 'Slot', value: result.slot },
  ]
}

/** The signatures of a masterchain block, and the consensus that they are for. */
export function BlockSignatures({ seqno }: { readonly seqno: number }) {
  const { data, error, isError, refetch } = useQuery(signaturesQuery(useNetwork(), seqno))
  if (isError) return <ErrorState error={error} what="the signatures" onRetry={() => refetch()} />
  if (!data) return <SkeletonRows rows={3} columns={2} />
  const { result } = data
  const simplex = result['@type'] === 'blocks.blockSignatures.simplex'
  return (
    <>
      <div className={styles.map}>
        <DescriptionList
          items={[
            { name: 'Consensus', value: simplex ? 'simplex' : 'catchain' },
            { name: 'Signatures', value: result.signatures.length },
            ...simplexFacts(result),
          ]}
        />
      </div>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Validator (short node id)</th>
            <th scope="col">Signature</th>
          </tr>
        </thead>
        <tbody>
          {result.signatures.map(({ node_id_short, signature }) => (
            <tr key={node_id_short}>
              <th scope="row">
                <HashText hash={node_id_short} what="node id" />
              </th>
              <td>
                <code title={hexOfBase64(signature)}>{shorten(hexOfBase64(signature), 12, 10)}</code>
                <CopyButton text={signature} what="signature" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
