import type { VestingContractJson } from '#shared/schema/v3/vesting.ts'
import { useHead } from '../../../api/network.tsx'
import { Amount } from '../../../components/Amount.tsx'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { vestingSchedule } from '../../../decode/vestingSchedule.ts'
import { formatDay, formatMoment } from '../../../format/age.ts'
import { durationText } from '../../../format/duration.ts'
import { percentText, shareOf } from '../../../format/units.ts'
import { AccountValue } from './AccountValue.tsx'
import styles from './ContractPanel.module.css'

function Moment({ utime }: { readonly utime: number }) {
  return <span title={formatMoment(utime)}>{formatDay(utime)}</span>
}

/** Schedule, amounts and whitelist of a vesting wallet. */
export function VestingDetails({ contract }: { readonly contract: VestingContractJson }) {
  const head = useHead()
  const schedule = vestingSchedule(contract, head?.utime ?? contract.start_time)
  const percent = percentText(schedule.unlocked, schedule.total)
  return (
    <div className={styles.stack}>
      <div>
        <div
          className={styles.bar}
          role="img"
          aria-label={`${percent} % of the total amount is unlocked`}
          data-vesting-bar=""
        >
          <span
            className={styles.part}
            style={{ width: `${shareOf(schedule.unlocked, schedule.total) * 100}%` }}
          />
        </div>
        <p className={styles.caption}>
          <span>
            <Moment utime={schedule.start} />
          </span>
          <span>{percent} % unlocked</span>
          <span>
            <Moment utime={schedule.end} />
          </span>
        </p>
      </div>
      <DescriptionList
        items={[
          { name: 'Total amount', value: <Amount value={schedule.total} /> },
          { name: 'Unlocked', value: <Amount value={schedule.unlocked} /> },
          { name: 'Locked', value: <Amount value={schedule.locked} /> },
          {
            name: 'Next unlock',
            value: schedule.next === undefined ? 'fully unlocked' : <Moment utime={schedule.next} />,
          },
          { name: 'Unlock period', value: durationText(contract.unlock_period) },
          {
            name: 'Cliff',
            value:
              contract.cliff_duration === 0 ? (
                'none'
              ) : (
                <>
                  {durationText(contract.cliff_duration)}, until <Moment utime={schedule.cliffEnd} />
                </>
              ),
          },
          { name: 'Sender', value: <AccountValue raw={contract.sender_address} /> },
        ]}
      />
      <section aria-label="Whitelist">
        <h2 className={styles.heading}>
          Whitelist <span>{contract.whitelist.length}</span>
        </h2>
        {contract.whitelist.length === 0 ? (
          <p className={styles.caption}>The whitelist is empty.</p>
        ) : (
          <ul className={styles.people}>
            {contract.whitelist.map((raw) => (
              <li key={raw}>
                <AccountValue raw={raw} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
