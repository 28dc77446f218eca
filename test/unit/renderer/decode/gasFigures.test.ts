import { expect, it } from 'vitest'
import { gasFigures } from '../../../../src-renderer/decode/gasFigures.ts'

it('names the credit of an external message as a credit, not as its limit', () => {
  expect(gasFigures({ gasUsed: 16_411n, gasLimit: 0n, gasCredit: 10_000n })).toEqual([
    { name: 'gas used', value: 16_411n },
    { name: 'gas credit', value: 10_000n },
  ])
})

it('states the gas limit of an internal message', () => {
  expect(gasFigures({ gasUsed: 5n, gasLimit: 1_000_000n, gasCredit: undefined })).toEqual([
    { name: 'gas used', value: 5n },
    { name: 'gas limit', value: 1_000_000n },
  ])
})
