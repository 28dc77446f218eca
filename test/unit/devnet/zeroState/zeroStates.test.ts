import { describe, expect, it } from 'vitest'
import { readZeroState } from '../../../../src-main/chain/archive/zeroState.ts'
import { readConfigParam } from '../../../../src-main/chain/config/configCodecs.ts'
import { configEntries } from '../../../../src-main/chain/config/configParams.ts'
import { openAccount } from '../../../../src-main/chain/state/account.ts'
import { openMasterchain, openState } from '../../../../src-main/devnet/collator/openedState.ts'
import { devnetKeys } from '../../../../src-main/devnet/keys.ts'
import { giverOf } from '../../../../src-main/devnet/zeroState/giver.ts'
import { buildZeroStates } from '../../../../src-main/devnet/zeroState/zeroStates.ts'

const keys = devnetKeys('unit')
const options = {
  globalId: -777,
  genesisTime: 1_800_000_000,
  validatorKey: keys.validator.publicKey,
  giver: giverOf(keys.giver.publicKey),
}

describe('buildZeroStates', () => {
  it('returns equal states for equal options, and different ones for another key or time', () => {
    const { masterchain, basechain } = buildZeroStates(options)
    const again = buildZeroStates({ ...options, giver: giverOf(devnetKeys('unit').giver.publicKey) })
    expect(again.masterchain.id).toEqual(masterchain.id)
    expect(again.basechain.data).toEqual(basechain.data)
    const other = buildZeroStates({ ...options, validatorKey: devnetKeys('other').validator.publicKey })
    expect(other.masterchain.id.rootHash).not.toEqual(masterchain.id.rootHash)
    const later = buildZeroStates({ ...options, genesisTime: options.genesisTime + 1 })
    expect(later.basechain.id.rootHash).not.toEqual(basechain.id.rootHash)
  })

  it('makes files that an archive reads under the same ids', () => {
    for (const { id, data } of Object.values(buildZeroStates(options))) {
      expect(readZeroState('here', data).id).toEqual(id)
    }
  })

  it('puts elector, configuration contract and giver into the masterchain, nothing into the basechain', () => {
    const { masterchain, basechain } = buildZeroStates(options)
    const { accounts, extra, details } = openMasterchain(masterchain.root)
    expect([...accounts.keys()]).toEqual(
      [Buffer.alloc(32, 0x33), Buffer.alloc(32, 0x55), options.giver.accountId].toSorted((a, b) =>
        a.compare(b),
      ),
    )
    expect(accounts.extra.balance.coins).toBe(details.totalBalance.coins)
    expect(extra.globalBalance.coins).toBe(details.totalBalance.coins)
    expect(openState(basechain.root).accounts.isEmpty).toBe(true)

    const config = openAccount(accounts.get(Buffer.alloc(32, 0x55))!.account)!.storage.state
    expect(config.type === 'active' && config.init.data?.refs[0]?.hash()).toEqual(extra.config.config.hash())
    const workchain = readConfigParam(extra.config.config, 12)?.first()?.value
    expect(workchain?.zerostateRootHash).toEqual(basechain.id.rootHash)
    expect(workchain?.zerostateFileHash).toEqual(basechain.id.fileHash)
    expect([...configEntries(extra.config.config)].map(({ id }) => id)).toEqual([
      0, 1, 2, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 29, 30, 31, 32,
      34, 43, 44, 45, 71, 72, 79, -1000, -999, -90, -71,
    ])
  })
})
