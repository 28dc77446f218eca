import type { MultisigJson } from '#shared/schema/v3/multisig.ts'
import { Figure } from '../../../components/Amount.tsx'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { AccountValue } from './AccountValue.tsx'
import styles from './ContractPanel.module.css'

function People({ title, people }: { readonly title: string; readonly people: readonly string[] }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>
        {title} <span>{people.length}</span>
      </h2>
      <ul className={styles.people}>
        {people.map((raw) => (
          <li key={raw}>
            <AccountValue raw={raw} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Signers, proposers and threshold of a multisig wallet. */
export function MultisigDetails({ multisig }: { readonly multisig: MultisigJson }) {
  const { signers, proposers, threshold } = multisig
  // -1: the wallet does not number its orders, so that any number is valid.
  const next = multisig.next_order_seqno
  return (
    <div className={styles.stack}>
      <DescriptionList
        items={[
          { name: 'Threshold', value: `${threshold} of ${signers.length} signers` },
          {
            name: 'Next order',
            value: next.startsWith('-') ? 'any number' : <Figure value={next} />,
          },
        ]}
      />
      <People title="Signers" people={signers} />
      {proposers !== null && proposers.length > 0 && <People title="Proposers" people={proposers} />}
    </div>
  )
}
