import { UntrustedText } from '../../../components/UntrustedText.tsx'
import type { TokenWords } from '../../../decode/tokenInfo.ts'
import styles from './ContractPanel.module.css'

/** The attributes in a token's metadata as chips. */
export function Attributes({ attributes }: Pick<TokenWords, 'attributes'>) {
  if (attributes.length === 0) return null
  return (
    <dl className={styles.chips} aria-label="Attributes">
      {attributes.map(({ name, value }, i) => (
        <div key={i} className={styles.chip}>
          <dt>
            <UntrustedText text={name} max={32} />
          </dt>
          <dd>
            <UntrustedText text={value} max={48} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
