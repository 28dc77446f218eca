import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Action } from '../../../../src-renderer/actions/action.ts'
import { DESCRIBED_TYPES, describeAction } from '../../../../src-renderer/actions/describe/describeAction.ts'
import { allActions, foldTraces } from '../../../../src-renderer/actions/foldTraces.ts'
import { ownMoves, sentenceOf } from '../../../../src-renderer/actions/sentence.ts'
import { accountKey } from '../../../../src-renderer/decode/accountKey.ts'
import { hasShared, NEEDS_SHARED, SHARED } from '../../../conformance/sharedData.ts'
import { plainSentence } from './plainSentence.ts'

const GIVEN = `${SHARED}traces/given/`

type Fixture = {
  readonly reference_output: {
    readonly actions: readonly { readonly api: Action | null; readonly visible_in: readonly string[] }[]
  }
}

type Recorded = {
  readonly name: string
  readonly actions: readonly Action[]
  readonly latest: readonly Action[]
}

function readFixtures(): Recorded[] {
  return readdirSync(GIVEN).map((file) => {
    const { reference_output } = JSON.parse(readFileSync(GIVEN + file, 'utf8')) as Fixture
    const served = reference_output.actions.flatMap(({ api, visible_in }) =>
      api ? [{ api, visible_in }] : [],
    )
    return {
      name: file.replace('.json', ''),
      actions: served.map(({ api }) => api),
      latest: served.filter(({ visible_in }) => visible_in.includes('v4')).map(({ api }) => api),
    }
  })
}

const fixtures = hasShared ? readFixtures() : []

function sentence(action: Action, here?: string): string {
  return plainSentence(sentenceOf(describeAction(action), action.success, here))
}

function leadOf(name: string): string {
  const [trace] = foldTraces(fixtures.find((fixture) => fixture.name === name)?.latest ?? [])
  return trace ? short(sentence(trace.lead)) : ''
}

/** Addresses cut to their first digits. */
function short(text: string): string {
  return text.replace(/(-?\d+:[0-9A-F]{4})[0-9A-F]{60}/g, '$1')
}

describe.skipIf(!hasShared)(`actions of recorded traces (${NEEDS_SHARED})`, () => {
  it.each(fixtures)('of $name have sentences that contain only values of their details', ({ actions }) => {
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) {
      const line = describeAction(action)
      const told = sentence(action)
      expect(DESCRIBED_TYPES.includes(action.type) || 'error' in action.details, action.type).toBe(true)
      expect(told).not.toMatch(/undefined|null|NaN|\[object/)
      const known = JSON.stringify(action.details)
      for (const [address] of told.matchAll(/-?\d+:[0-9A-F]{64}/g)) expect(known).toContain(address)
      for (const { value } of line.moves) expect(known).toContain(String(value))
    }
  })

  it.each(fixtures)('of $name fold into one row that loses none', ({ latest }) => {
    const traces = foldTraces(latest)
    expect(traces.length).toBe(latest.length > 0 ? 1 : 0)
    expect(
      traces
        .flatMap(allActions)
        .map(({ action_id }) => action_id)
        .toSorted(),
    ).toEqual(latest.map(({ action_id }) => action_id).toSorted())
  })

  it.each(fixtures)('of $name move nothing where they failed', ({ actions }) => {
    for (const action of actions.filter(({ success }) => success === false)) {
      const line = describeAction(action)
      const parties = line.moves.flatMap(({ from, to }) => [from, to]).filter((party) => party !== undefined)
      expect(parties.flatMap((party) => ownMoves(line, action.success, accountKey(party)))).toEqual([])
    }
  })

  it('show the most important action of the trace first', () => {
    expect({
      swap: leadOf('stonfi--stonfi-jetton-to-ton-receiver-not-sender'),
      hops: leadOf('stonfi-v2--stonfi-jetton-to-ton-to-jetton'),
      failedSwap: leadOf('stonfi--stonfi-ton-to-jetton-failed'),
      purchase: leadOf('nft--getgems-purchase'),
      stake: leadOf('tonstakers--ts-stake-deposit'),
      withdrawal: leadOf('tonstakers--ts-withdrawal-request'),
      mint: leadOf('jetton-mint--jetton-mint-0x642b7d07-with-notification'),
      deposit: leadOf('dedust--merged-with-ton-excesses'),
      evaa: leadOf('evaa--jetton-withdrawal-withdraw-not-collateralized-excess'),
      bridge: leadOf('layerzero--layerzero-send-usdt-to-eth'),
      vesting: leadOf('vesting--vesting-send-message'),
      ghost: leadOf('jetton-transfer--failed-jetton-transfer-external-only'),
    }).toMatchInlineSnapshot(`
      {
        "bridge": "0:4884 sent 10000 0:B113 to Ethereum by LayerZero (packet 517)",
        "deposit": "0:FAFD deposited 309183516 TON and 123460785601 0:D011 to pool 0:AE22 on DeDust",
        "evaa": "0:5ABC failed to withdraw an asset from EVAA",
        "failedSwap": "0:EDD3 failed to swap 3400000000 0:8CDC for 0:2F95 on STON.fi",
        "ghost": "0:61F9 failed to send 1311493434000 0:B609 to 0:EDD4 with the comment “47611365”",
        "hops": "0:2D1A swapped 25000000000000 0:F7AF for 19694057 0:B113 on STON.fi v2 in 2 hops",
        "mint": "0:1C48 minted 4853188593690 0:1C48 to 0:A8B9",
        "purchase": "0:B9A7 bought NFT 0:5B30 from 0:0D57 for 1350000000 TON",
        "stake": "0:90D9 staked 10000000000 TON for 9439323796 0:BDF3 in liquid staking",
        "swap": "0:49E6 swapped 1000000000 0:B113 for 325487694953 0:8CDC on STON.fi for 0:1007",
        "vesting": "0:3359 sent 100000000000 TON to 0:A8A6 from vesting 0:0F95",
        "withdrawal": "0:8653 requested a withdrawal from liquid staking",
      }
    `)
  })
})
