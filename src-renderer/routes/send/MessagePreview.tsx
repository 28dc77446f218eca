import { useQuery } from '@tanstack/react-query'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { type Cell, cellTotals } from '#shared/ton/cells/cell.ts'
import { accountQuery } from '../../api/accounts.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount, Figure } from '../../components/Amount.tsx'
import { CellTree } from '../../components/CellTree.tsx'
import { Chip } from '../../components/Chip.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { Skeleton } from '../../components/states.tsx'
import { codeTitle } from '../../decode/codeTitle.ts'
import type { ExternalMessage } from '../../decode/externalMessage.ts'
import { formatBytes } from '../../format/bytes.ts'
import styles from './SendPage.module.css'

function nameOfCode(code: Cell | undefined): string | undefined {
  const hash = code?.hash()
  return hash && codeTitle(hash)
}

/** The receiver of the message, with a warning if it cannot accept the message. */
function Destination({ message }: { readonly message: ExternalMessage }) {
  const network = useNetwork()
  const head = useHead()
  const { data, isError } = useQuery(accountQuery(network, message.address, head?.seqno ?? 0))
  const state = data?.result.state
  return (
    <>
      <AccountLink address={message.address} pictured />
      {state === undefined ? (
        !isError && <Skeleton width={64} />
      ) : (
        <>
          <Chip tone={state === 'active' ? 'good' : 'warn'}>
            {state === 'active' && '✓ '}
            {state}
          </Chip>
          {state !== 'active' && !message.init && (
            <span className={styles.warning}>it has no code, and the message has no state init</span>
          )}
        </>
      )}
    </>
  )
}

function HashOf({ hash, what }: { readonly hash: Uint8Array; readonly what: string }) {
  return <HashText hash={bytesToBase64(hash)} what={what} />
}

type MessagePreviewProps = { readonly message: ExternalMessage; readonly size: number }

/** A preview of the message before it is sent. */
export function MessagePreview({ message, size }: MessagePreviewProps) {
  const { cells, bits, depth } = cellTotals(message.cell)
  const name = nameOfCode(message.init?.code)
  return (
    <>
      <DescriptionList
        items={[
          { name: 'To', wide: true, value: <Destination message={message} /> },
          {
            name: 'Hash',
            hint: 'Of the message cell as entered',
            value: <HashOf hash={message.hash} what="message hash" />,
          },
          {
            name: 'Normalized hash',
            hint: 'TEP-467: without source, import fee and state init, with the body in a reference. Nodes cannot change it.',
            value: <HashOf hash={message.normalHash} what="normalized hash" />,
          },
          { name: 'Bag of cells', value: formatBytes(size) },
          {
            name: 'Content',
            value: (
              <span>
                <Figure value={cells} /> {cells === 1 ? 'cell' : 'cells'}, <Figure value={bits} /> bits, depth{' '}
                {depth}
              </span>
            ),
          },
          message.importFee > 0n && { name: 'Import fee', value: <Amount value={message.importFee} /> },
          message.init !== undefined && {
            name: 'State init',
            value: name === undefined ? 'code and data' : <Chip>{name}</Chip>,
          },
        ]}
      />
      <div className={styles.body}>
        <h3>Body</h3>
        <CellTree cell={message.body} open />
      </div>
    </>
  )
}
