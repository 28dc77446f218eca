import { useState } from 'react'
import { useChainNow } from '../../api/network.tsx'
import { Figure } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../components/classNames.ts'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { Panel } from '../../components/Panel.tsx'
import table from '../../components/Table.module.css'
import type { ValidatorSet } from '../../decode/validatorSet.ts'
import { formatMoment, isoTime } from '../../format/age.ts'
import { durationText } from '../../format/duration.ts'
import { base64OfHex } from '../../format/hexOfBase64.ts'
import { percentText, shareOf } from '../../format/units.ts'
import styles from './ConfigPage.module.css'

const FIRST_ROWS = 20

function Left({ until }: { readonly until: number }) {
  const seconds = Math.floor(until - useChainNow() / 1_000)
  return seconds > 0 ? `${durationText(seconds)} left` : 'ended'
}

type ValidatorTableProps = {
  readonly title: string
  readonly set: ValidatorSet
  /** True for the set of the newest block, whose remaining time is shown. */
  readonly current: boolean
}

/** A set of validators: its time, and each one's share of the weight. */
export function ValidatorTable({ title, set, current }: ValidatorTableProps) {
  const [all, setAll] = useState(false)
  const { list, main, totalWeight, utimeSince, utimeUntil } = set
  const shown = all ? list : list.slice(0, FIRST_ROWS)
  const most = list.reduce((top, { weight }) => (weight > top ? weight : top), 0n)
  return (
    <Panel title={title} note={<Figure value={list.length} />} flush>
      <div className={styles.term}>
        <DescriptionList
          items={[
            {
              name: 'From',
              value: <time dateTime={isoTime(utimeSince)}>{formatMoment(utimeSince)}</time>,
            },
            {
              name: 'Until',
              value: (
                <>
                  <time dateTime={isoTime(utimeUntil)}>{formatMoment(utimeUntil)}</time>
                  {current && (
                    <span className={styles.quiet}>
                      {' · '}
                      <Left until={utimeUntil} />
                    </span>
                  )}
                </>
              ),
            },
            { name: 'In the masterchain', value: <Figure value={Math.min(main, list.length)} /> },
            { name: 'Total weight', value: <Figure value={totalWeight} /> },
          ]}
        />
      </div>
      <div className={table.scroll}>
        <table className={classNames(table.table, table.dense)}>
          <thead>
            <tr>
              <th scope="col" className={table.number}>
                №
              </th>
              <th scope="col">Public key</th>
              <th scope="col" className={table.wide}>
                ADNL address
              </th>
              <th scope="col" className={table.number}>
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ publicKey, weight, adnlAddr }, i) => (
              <tr key={publicKey}>
                <td className={table.number}>{i + 1}</td>
                <th scope="row">
                  <HashText hash={base64OfHex(publicKey)} what="public key" />
                </th>
                <td className={table.wide}>
                  {adnlAddr === undefined ? (
                    <span className={styles.quiet}>none</span>
                  ) : (
                    <HashText hash={base64OfHex(adnlAddr)} what="ADNL address" />
                  )}
                </td>
                <td className={table.number}>
                  <span className={styles.share} title={`weight ${weight}`}>
                    <span
                      className={styles.bar}
                      style={{ '--share': shareOf(weight, most) }}
                      aria-hidden="true"
                    />
                    {percentText(weight, totalWeight)} %
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < list.length && (
        <div className={styles.all}>
          <Button onClick={() => setAll(true)}>Show all {list.length}</Button>
        </div>
      )}
    </Panel>
  )
}
