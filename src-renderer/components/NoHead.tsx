import { useNetworkState } from '../api/network.tsx'
import { formatProving } from '../format/proving.ts'
import { NotAvailable } from './states.tsx'

/** Shown in place of a page that starts at the newest block, until there is one. */
export function NoHead() {
  const proving = useNetworkState().status?.verification.proving
  return (
    <NotAvailable>
      {proving
        ? `${formatProving(proving)}. This page opens when the chain is proved up to its latest block.`
        : 'No liteserver has sent its latest block yet. This page opens when one does.'}
    </NotAvailable>
  )
}
