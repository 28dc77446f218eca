import { describe, expect, it } from 'vitest'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { CellWriter } from '#shared/ton/cells/cellWriter.ts'
import { systemCode } from '../../../../src-main/devnet/zeroState/systemCode.ts'
import { walletDetails } from '../../../../src-renderer/decode/walletDetails.ts'

const code = readBagOfCells(systemCode('wallet-v3r2').toBoc())

describe('the facts of a wallet', () => {
  it('are its seqno and its wallet id, by the storage of its code', () => {
    const data = new CellWriter().int(17n, 32).int(698983191n, 32).int(1n, 256).cell()
    expect(walletDetails(code, data)).toEqual(['seqno 17', 'wallet id 698983191'])
  })

  it('are undefined if the storage is shorter than that of its code', () => {
    expect(walletDetails(code, new CellWriter().int(17n, 32).cell())).toEqual([])
  })

  it('are undefined if the code is unknown', () => {
    const data = new CellWriter().int(17n, 32).int(698983191n, 32).int(1n, 256).cell()
    expect(walletDetails(data, data)).toEqual([])
  })
})
