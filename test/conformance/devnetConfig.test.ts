import { describe, expect, it } from 'vitest'
import { loadBlock } from '../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../src-main/chain/block/blockExtra.ts'
import { loadMcBlockExtra } from '../../src-main/chain/block/mcBlockExtra.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { readConfigParam } from '../../src-main/chain/config/configCodecs.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { MAINNET_VALUES } from '../../src-main/devnet/zeroState/configuration.ts'
import { readShared } from './sharedBlocks.ts'
import { hasShared, NEEDS_SHARED } from './sharedData.ts'

describe.skipIf(!hasShared)(`the devnet's configuration (${NEEDS_SHARED})`, () => {
  it("has mainnet's values where it says so", () => {
    const root = parseBocRoot(readShared('fixtures/rsquad-ton-rust-node/single/mc_key_47110814.boc'))
    const { custom } = parseCell(parseCell(root, 'Block', loadBlock).extra, 'BlockExtra', loadBlockExtra)
    const config = custom && parseCell(custom, 'McBlockExtra', loadMcBlockExtra).config?.config
    if (!config) throw new Error('no key block')
    for (const [id, value] of Object.entries(MAINNET_VALUES)) {
      expect(readConfigParam(config, Number(id) as keyof typeof MAINNET_VALUES), `parameter ${id}`).toEqual(
        value,
      )
    }
  })
})
