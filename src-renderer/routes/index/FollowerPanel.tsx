import type { IndexStatus } from '#shared/schema/indexer.ts'
import { formatRate } from '../../api/chainRates.ts'
import { Figure } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Chip, type ChipTone } from '../../components/Chip.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import styles from './IndexPage.module.css'
import type { IndexControl } from './useIndexControl.ts'

type Words = { readonly tone: ChipTone; readonly word: string; readonly sentence: string }

/** A word and a sentence for each state. */
const STATES: Readonly<Record<IndexStatus['state'], Words>> = {
  following: { tone: 'good', word: '✓ following', sentence: 'New blocks are indexed as they are produced.' },
  catching_up: {
    tone: 'plain',
    word: '… catching up',
    sentence: 'Missed blocks are being indexed.',
  },
  paused: { tone: 'warn', word: '‖ paused', sentence: 'No new blocks are indexed until it is resumed.' },
  offline: {
    tone: 'warn',
    word: '! offline',
    sentence:
      'No liteserver is reachable. Indexed data is still served; following continues when one is back.',
  },
  stopped: { tone: 'bad', word: '✕ stopped', sentence: 'Indexing stopped because of an error.' },
  idle: {
    tone: 'plain',
    word: 'not following',
    sentence: 'New blocks are not indexed; requested data is fetched and stored.',
  },
}

type FollowerPanelProps = { readonly status: IndexStatus; readonly control: IndexControl }

function FollowSwitch({
  mode,
  control,
}: {
  readonly mode: 'follow' | 'off'
  readonly control: IndexControl
}) {
  return (
    <SegmentedControl
      label="Follow the chain"
      options={[
        { value: 'follow', label: 'Follow' },
        { value: 'off', label: "Don't follow" },
      ]}
      current={mode}
      disabled={control.working}
      onChange={(next) =>
        control.run({
          name: 'settings',
          sent: { mode: next === 'off' ? 'off' : 'follow' },
          what: next === 'off' ? 'stopping to follow' : 'starting to follow',
          done: () => (next === 'off' ? 'New blocks are no longer indexed' : 'New blocks are indexed'),
        })
      }
    />
  )
}

function FollowerControls({ status: { mode, state }, control }: FollowerPanelProps) {
  const run = (name: 'resume' | 'pause', what: string) =>
    control.run({ name, sent: {}, what, done: () => undefined })
  return (
    <div className={styles.buttons}>
      {mode !== 'readonly' && <FollowSwitch mode={mode} control={control} />}
      {mode === 'follow' && state !== 'stopped' && (
        <Button
          disabled={control.working}
          onClick={() => (state === 'paused' ? run('resume', 'resuming') : run('pause', 'pausing'))}
        >
          {state === 'paused' ? 'Resume' : 'Pause'}
        </Button>
      )}
      {state === 'stopped' && (
        <Button tone="main" disabled={control.working} onClick={() => run('resume', 'restarting')}>
          Start again
        </Button>
      )}
    </div>
  )
}

/** The state of indexing new blocks, its rate, and how far it is behind. */
export function FollowerPanel({ status, control }: FollowerPanelProps) {
  const { mode, state, behind, rate, detail } = status
  const words = STATES[state]
  return (
    <Panel title="New blocks" note={<Chip tone={words.tone}>{words.word}</Chip>}>
      <p className={styles.sentence}>
        {words.sentence}
        {detail !== null && <strong className={styles.reason}> {detail}</strong>}
      </p>
      <DescriptionList
        items={[
          {
            name: 'Behind the latest block',
            value: behind === null ? 'not known' : behind === 0 ? '0 blocks' : <Figure value={behind} />,
          },
          {
            name: 'Blocks a second',
            value: formatRate(rate.blocks),
            hint: 'Average of the last 30 s',
          },
          {
            name: 'Transactions a second',
            value: formatRate(rate.transactions),
            hint: 'Average of the last 30 s',
          },
        ]}
      />
      {mode === 'readonly' && state !== 'stopped' ? (
        <p className={styles.hint}>
          This index is read-only: it was imported, or its folder is not writable.
        </p>
      ) : (
        <FollowerControls status={status} control={control} />
      )}
    </Panel>
  )
}
