import { CircleDollarSign, Image, TriangleAlert } from 'lucide-react'
import type { CalledAccount } from '../api/useCalledAccount.ts'
import type { AccountName } from '../decode/accountName.ts'
import { type KnownAccount, labelOrigin } from '../decode/knownAccounts.ts'
import type { Imitation } from '../format/imitation.ts'
import styles from './AccountName.module.css'

/** Describes the fault of a name. */
export function imitationText(imitation: Imitation): string {
  switch (imitation.kind) {
    case 'imitates':
      return `Imitates ${imitation.original}`
    case 'mixed alphabets':
      return 'Mixes alphabets that look alike'
    case 'hidden characters':
      return 'Has invisible characters'
    case 'collection':
      return `The name of its collection: ${imitationText(imitation.of)}`
  }
}

/** A warning about a name or symbol, with its text in the tooltip and for screen readers. */
export function ImitationSign({ imitation }: { readonly imitation: Imitation }) {
  const words = imitationText(imitation)
  return (
    <span className={styles.warning} title={words}>
      <TriangleAlert aria-hidden="true" size={13} strokeWidth={2} />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** Returns a name for a tooltip, with its source if that is a public list. */
export function nameTitle({ text, known }: AccountName): string {
  return known ? `${text}\n${labelOrigin(known)}` : text
}

/** The mark of a name from a public list, with its category and source in the tooltip. */
function LabelMark({ known }: { readonly known: KnownAccount }) {
  return (
    <span className={styles.mark} title={labelOrigin(known)}>
      label
    </span>
  )
}

/**
 * A name on one line, isolated from the text direction around it. A name from a token's own metadata or from a public
 * list has a sign, so that it cannot be mistaken for a domain or the user's label.
 */
export function AccountNameText({ name, suspicion }: CalledAccount & { readonly name: AccountName }) {
  const Icon =
    name.source !== 'token' ? undefined : name.type?.startsWith('jetton') ? CircleDollarSign : Image
  return (
    <span className={styles.name} data-source={name.source}>
      {/* Before the name, so that it is not cut with a long name in a narrow window. */}
      {suspicion && <ImitationSign imitation={suspicion} />}
      {Icon && <Icon aria-hidden="true" size={13} strokeWidth={1.75} className={styles.sign} />}
      <bdi className={styles.text}>{name.text}</bdi>
      {name.known && <LabelMark known={name.known} />}
    </span>
  )
}
