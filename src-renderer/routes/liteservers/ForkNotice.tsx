import type { NetworkFork } from '#shared/schema/liteservers.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { HashText } from '../../components/HashText.tsx'
import { Notice } from '../../components/Notice.tsx'
import styles from './LiteserversPage.module.css'

/** Two proved blocks of one seqno, which stopped the network, and where the evidence is. */
export function ForkNotice({ fork: { seqno, blocks, evidence_file } }: { readonly fork: NetworkFork }) {
  return (
    <Notice tone="bad" title={`The network has forked at masterchain block ${seqno}`}>
      <p>
        Its validators signed two blocks of this number, so that nothing on this network can be trusted. No
        liteserver is used any more.
      </p>
      <ul className={styles.blocks}>
        {blocks.map(({ root_hash, file_hash, liteserver }) => (
          <li key={root_hash}>
            <HashText hash={root_hash} what="root hash" />
            <span className={styles.hash}>
              <span className={styles.quiet}>file hash</span>
              <HashText hash={file_hash} what="file hash" />
            </span>
            <span className={styles.quiet}>
              {liteserver === null
                ? 'the liteserver that proved it is not known any more'
                : `of ${liteserver}`}
            </span>
          </li>
        ))}
      </ul>
      {evidence_file === null ? (
        <p>The evidence could not be written to a file. The log has the reason.</p>
      ) : (
        <p className={styles.evidence}>
          Both blocks with their proofs: <code>{evidence_file}</code>
          <CopyButton text={evidence_file} what="path of the evidence" />
        </p>
      )}
    </Notice>
  )
}
